import type { Base } from "../airtable/model/base.ts";
import type { Draft } from "../airtable/model/draft.ts";
import type { AirtableRecord, Table } from "../airtable/model/table.ts";

import { textOf } from "./text-of.ts";

const LEADS_AT_ONCE = 25;
const INVITATIONS_AT_ONCE = 15;

/** The changes that each demo workflow makes in a base, by webhook name. */
export const WORKFLOWS: Readonly<Record<string, (draft: Draft) => void>> = {
  "allocate-leads": (draft) => {
    const table = draft.base.table("Leads");
    if (!table) return;
    const owners = ownersIn(draft.base, table);
    const free = [...table.records()].filter((lead) => textOf(draft.base, "Leads", lead, "Lead Allocated") === "");
    for (const [index, lead] of newestFirst(free).slice(0, LEADS_AT_ONCE).entries()) {
      set(draft, table, lead, "Lead Allocated", owners[index % owners.length]);
    }
  },
  "move-from-on-hold": (draft) => {
    const table = draft.base.table("Invitations");
    if (!table) return;
    const held = [...table.records()].filter((row) => textOf(draft.base, "Invitations", row, "Status") === "ON_HOLD");
    for (const row of held.slice(0, INVITATIONS_AT_ONCE)) set(draft, table, row, "Status", "QUEUED");
  },
};

const ownersIn = (base: Base, table: Table) => [
  ...new Set([...table.records()].flatMap((lead) => textOf(base, "Leads", lead, "Lead Allocated") || [])),
];

const newestFirst = (records: AirtableRecord[]) => records.toSorted((one, other) => other.createdAt - one.createdAt);

function set(draft: Draft, table: Table, record: AirtableRecord, fieldName: string, value: string | undefined): void {
  const field = table.field(fieldName);
  if (field && value !== undefined) draft.update(table, record.id, { [field.id]: value });
}
