import type { AirtableRecord } from "../client/client.ts";
import { matchRecordIds } from "../client/formula.ts";
import type { NamedLink, TableLayout } from "../mapping/base-layout.ts";
import { textOf } from "../mapping/conversions.ts";
import type { SyncTurn } from "../runs/sync-turn.ts";

const MAX_IDS_PER_REQUEST = 100;

const linkedIds = (records: readonly AirtableRecord[], { fieldId }: NamedLink): string[] =>
  records.flatMap(({ fields }) => {
    const cell = fields[fieldId];
    return Array.isArray(cell) ? cell.filter((id): id is string => typeof id === "string") : [];
  });

/** The names of linked records, from their primary fields. Each is read once in a turn. */
const readNames = async ({ client, linkNames }: SyncTurn, link: NamedLink, ids: readonly string[]): Promise<void> => {
  const unknown = [...new Set(ids)].filter((id) => !linkNames.has(id));
  for (let start = 0; start < unknown.length; start += MAX_IDS_PER_REQUEST) {
    const chunk = unknown.slice(start, start + MAX_IDS_PER_REQUEST);
    const query = { fields: [link.primaryFieldId], filterByFormula: matchRecordIds(chunk), pageSize: chunk.length };
    const { records } = await client.list(link.tableId, query);
    for (const id of chunk) linkNames.set(id, "");
    for (const { id, fields } of records) linkNames.set(id, textOf(fields[link.primaryFieldId]));
  }
};

/** Replaces record ids by names in the links that are mapped to a text or a choice. */
export const withLinkNames = async (
  turn: SyncTurn,
  { namedLinks }: TableLayout,
  records: readonly AirtableRecord[],
): Promise<readonly AirtableRecord[]> => {
  if (namedLinks.length === 0) return records;
  for (const link of namedLinks) await readNames(turn, link, linkedIds(records, link));
  const nameOf = (id: unknown): unknown => turn.linkNames.get(String(id)) ?? id;
  return records.map((record) => {
    const fields = { ...record.fields };
    for (const { fieldId } of namedLinks) {
      const cell = fields[fieldId];
      if (Array.isArray(cell)) fields[fieldId] = cell.map(nameOf);
    }
    return { ...record, fields };
  });
};
