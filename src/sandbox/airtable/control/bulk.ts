import type { Base } from "../model/base.ts";
import type { Field, FieldType } from "../model/field.ts";
import { newId } from "../model/ids.ts";
import type { Cells, CellValue } from "../model/record.ts";
import type { Table } from "../model/table.ts";
import type { Workspace } from "../workspace.ts";

const RECORDS_A_TRANSACTION = 500;
const HOUR_MS = 3_600_000;

/** Fills a table with records that differ, and say which number they are: "Full Name 17". */
export function loadInBulk(workspace: Workspace, base: Base, table: Table, count: number): void {
  const start = table.size;
  for (let done = 0; done < count; done += RECORDS_A_TRANSACTION) {
    workspace.write(base, "client", (draft) => {
      for (let number = done; number < Math.min(done + RECORDS_A_TRANSACTION, count); number++) {
        draft.create(table, newId("rec"), generatedCells(table, start + number + 1, workspace.now()));
      }
    });
  }
}

function generatedCells(table: Table, number: number, now: number): Cells {
  const cells: Cells = {};
  for (const field of table.fields) {
    const value = VALUES[field.type]?.(number, now, field);
    if (value !== undefined) cells[field.id] = value;
  }
  return cells;
}

type Generate = (number: number, now: number, field: Field) => CellValue | undefined;

const hoursAgo = (hours: number, now: number) => new Date(now - hours * HOUR_MS).toISOString();

const VALUES: Partial<Record<FieldType, Generate>> = {
  // The id is left to the one who makes the record known to the product.
  singleLineText: (number, _now, { name }) => (name === "App ID" ? undefined : `${name} ${number}`),
  multilineText: (number, _now, { name }) => `${name} ${number}\nGemaakt om te meten.`,
  email: (number) => `lead${number}@voorbeeld.example`,
  url: (number) => `https://voorbeeld.example/${number}`,
  number: (number) => (number % 10) + 1,
  singleSelect: (number, _now, { options: { choices = [] } }) => choices[number % (choices.length || 1)]?.name,
  date: (number, now) => hoursAgo(number, now).slice(0, 10),
  dateTime: hoursAgo,
};
