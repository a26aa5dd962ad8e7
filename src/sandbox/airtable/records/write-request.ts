import { z } from "zod";
import { invalidRequest, unprocessable } from "../airtable-error.ts";

const MAX_RECORDS = 10;

const fields = z.record(z.string(), z.unknown());
const options = { typecast: z.boolean().default(false), returnFieldsByFieldId: z.boolean().default(false) };

const single = z.strictObject({ fields, id: z.string().optional(), ...options });
const several = z.strictObject({
  records: z.array(z.object({ id: z.string().optional(), fields: fields.default({}) })),
  performUpsert: z.strictObject({ fieldsToMergeOn: z.array(z.string()).min(1).max(3) }).optional(),
  ...options,
});

export type WriteRequest = {
  records: { id?: string | undefined; fields: Record<string, unknown> }[];
  mergeOn: string[] | null;
  typecast: boolean;
  returnFieldsByFieldId: boolean;
};

export type WriteKind = "create" | "update";

export function readWriteRequest(kind: WriteKind, body: unknown): { request: WriteRequest; isSingle: boolean } {
  const isSeveral = typeof body === "object" && body !== null && "records" in body;
  return isSeveral
    ? { request: readSeveral(kind, body), isSingle: false }
    : { request: readSingle(body), isSingle: true };
}

export function readSingle(body: unknown): WriteRequest {
  if (typeof body !== "object" || body === null || !("fields" in body)) {
    throw unprocessable("INVALID_REQUEST_MISSING_FIELDS", 'Could not find field "fields" in the request body');
  }
  const { success, data } = single.safeParse(body);
  if (!success) throw invalidRequest();
  const { fields, typecast, returnFieldsByFieldId } = data;
  return { records: [{ fields }], mergeOn: null, typecast, returnFieldsByFieldId };
}

function readSeveral(kind: WriteKind, body: unknown): WriteRequest {
  const { success, data } = several.safeParse(body);
  if (!success) throw invalidRequest();
  const { records, performUpsert, typecast, returnFieldsByFieldId } = data;
  const isUpsert = performUpsert !== undefined;
  const needsIds = kind === "update" && !isUpsert;
  if (records.length === 0 || records.length > MAX_RECORDS || (needsIds && records.some(({ id }) => !id))) {
    throw badRecords(kind);
  }
  if (kind === "create" && (isUpsert || records.some(({ id }) => id !== undefined))) throw invalidRequest();
  return { records, mergeOn: performUpsert?.fieldsToMergeOn ?? null, typecast, returnFieldsByFieldId };
}

function badRecords(kind: WriteKind) {
  const ids = kind === "update" ? ', each with an "id" ID field and' : ", each with";
  return unprocessable(
    "INVALID_RECORDS",
    `You must provide an array of up to ${MAX_RECORDS} record objects${ids} a "fields" object for cell values.`,
  );
}

export function readIdsToDelete(ids: unknown): string[] {
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > MAX_RECORDS) {
    throw unprocessable("INVALID_RECORDS", `You must provide an array of up to ${MAX_RECORDS} record IDs.`);
  }
  return ids.map(String);
}
