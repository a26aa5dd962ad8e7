import type { Base } from "../model/base.ts";
import type { Field } from "../model/field.ts";
import { type AirtableRecord, type Attachment, linkedIds, secondText } from "../model/record.ts";
import { attachmentAddress } from "./attachment-address.ts";

/** Where and when a record is shown: lookups need the base, addresses of attachments the rest. */
export type Showing = { base: Base; origin: string; now: number };

/** A cell as the API gives it; undefined when it is empty. */
export function showCell(showing: Showing, field: Field, record: AirtableRecord): unknown {
  if (field.type === "createdTime") return secondText(record.createdAt);
  if (field.type === "lastModifiedTime") return secondText(record.modifiedAt);
  if (field.type === "multipleLookupValues") return showLookup(showing, field, record);
  if (field.type === "multipleAttachments") {
    return (record.cells[field.id] as Attachment[] | undefined)?.map((each) => showAttachment(showing, each));
  }
  return record.cells[field.id];
}

function showLookup(showing: Showing, { options }: Field, record: AirtableRecord): unknown[] | undefined {
  const linked = linkedRecords(showing.base, options.recordLinkFieldId, record);
  const values = linked.flatMap(({ table, record }) => {
    const field = table.field(options.fieldIdInLinkedTable ?? "");
    return (field && showCell(showing, field, record)) ?? [];
  });
  return values.length > 0 ? values : undefined;
}

function linkedRecords(base: Base, linkFieldId: string | undefined, record: AirtableRecord) {
  const link = base.tables.map((table) => table.field(linkFieldId ?? "")).find((field) => field !== undefined);
  const table = base.table(link?.options.linkedTableId ?? "");
  if (!link || !table) return [];
  return linkedIds(record.cells[link.id]).flatMap((id) => {
    const linked = table.record(id);
    return linked ? { table, record: linked } : [];
  });
}

function showAttachment({ origin, now }: Showing, { id, filename, type, size }: Attachment) {
  return { id, url: attachmentAddress(origin, id, filename, now), filename, size, type };
}
