import type { Base } from "./base.ts";
import { type ClassStyle, type Column, type TableTemplate, tableTemplates } from "./base-template.ts";
import type { Choice, Field, FieldOptions, FieldType } from "./field.ts";
import { newId, type Pick } from "./ids.ts";
import type { Table } from "./table.ts";

const COLORS = ["blueLight2", "cyanLight2", "tealLight2", "greenLight2", "yellowLight2", "orangeLight2", "redLight2"];

export function makeChoice(name: string, position: number, pick?: Pick): Choice {
  return { id: newId("sel", pick), name, color: COLORS[position % COLORS.length] ?? "grayLight2" };
}

/** Gives an empty base the tables that a company works with. */
export function layOutBase(base: Base, style: ClassStyle, pick?: Pick): void {
  for (const template of tableTemplates(style)) layOutTable(base, template, pick);
}

function layOutTable(base: Base, { name, columns, links }: TableTemplate, pick?: Pick): void {
  const fields = columns.map((column) => makeField(column, pick));
  const [primary] = fields;
  const table = base.addTable({
    id: newId("tbl", pick),
    name,
    primaryFieldId: primary?.id ?? "",
    fields,
    views: [{ id: newId("viw", pick), name: "Grid view", type: "grid" }],
  });
  for (const [column, target] of Object.entries(links ?? {})) addLink(base, table, column, target, pick);
  addField(table, "Last Modified", "lastModifiedTime", {}, pick);
}

function makeField({ name, type, choices }: Column, pick?: Pick): Field {
  const options: FieldOptions = {};
  if (choices) options.choices = choices.map((choice, position) => makeChoice(choice, position, pick));
  if (type === "number") options.precision = 0;
  return { id: newId("fld", pick), name, type, options };
}

function addField(table: Table, name: string, type: FieldType, options: FieldOptions, pick?: Pick): Field {
  const field = { id: newId("fld", pick), name, type, options };
  table.fields = [...table.fields, field];
  return field;
}

/** A link, its other side, and the name of what it leads to, as people look it up in a base. */
function addLink(base: Base, table: Table, name: string, target: string, pick?: Pick): void {
  const linked = base.table(target);
  if (!linked) return;
  const link = addField(table, name, "multipleRecordLinks", { linkedTableId: linked.id }, pick);
  const inverse = addField(
    linked,
    table.name,
    "multipleRecordLinks",
    { linkedTableId: table.id, inverseLinkFieldId: link.id },
    pick,
  );
  link.options.inverseLinkFieldId = inverse.id;
  const primary = linked.field(linked.primaryFieldId);
  if (target !== "Leads" || !primary) return;
  addField(
    table,
    `${primary.name} (from ${name})`,
    "multipleLookupValues",
    { recordLinkFieldId: link.id, fieldIdInLinkedTable: primary.id },
    pick,
  );
}
