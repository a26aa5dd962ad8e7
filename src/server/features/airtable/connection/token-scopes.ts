import { REQUIRED_SCOPES } from "../client/airtable-problem.ts";
import { tableMapping } from "../mapping/mapping.ts";
import type { SendRequest } from "./send-request.ts";

/** Without this one, changes are polled: slower, but it works. */
export const OPTIONAL_SCOPE = REQUIRED_SCOPES.feed;

const LABELS: Record<string, string> = {
  [REQUIRED_SCOPES.schema]: "tabellen en velden zien",
  [REQUIRED_SCOPES.read]: "records lezen",
  [REQUIRED_SCOPES.write]: "records wijzigen",
  [REQUIRED_SCOPES.feed]: "wijzigingen volgen",
};

const inWords = new Intl.ListFormat("nl");

export const describeScopes = (scopes: readonly string[]): string =>
  inWords.format(scopes.map((scope) => `${scope} (${LABELS[scope]})`));

/** An id that no record has: the write is refused, with 403 when the token may not write and otherwise because of the id. */
const NO_RECORD = "recXXXXXXXXXXXXXX";

/** Read and write permission are tried on this table when the schema cannot be read. */
const PROBABLE_TABLE = tableMapping("leads").airtableName;

/**
 * The permissions that the token, or its owner in this base, does not have. Airtable names the scopes of OAuth tokens only, so
 * that those of a personal access token have to be tried; nothing is changed. `tableId` is undefined when the schema cannot be
 * read; an empty base has no table to try.
 */
export const findMissingScopes = async (
  send: SendRequest,
  baseId: string,
  { isSchemaReadable, tableId }: { isSchemaReadable: boolean; tableId: string | undefined },
): Promise<string[]> => {
  const isForbidden = async (...request: Parameters<SendRequest>) => (await send(...request)).status === 403;
  const missing: string[] = [];
  if (!isSchemaReadable) {
    // A token that may list bases has the scope: the base is another one, or not shared with the token.
    if (!(await isForbidden("GET", "meta/bases"))) return missing;
    missing.push(REQUIRED_SCOPES.schema);
  }
  const table = isSchemaReadable ? tableId : PROBABLE_TABLE;
  if (table && (await isForbidden("GET", `${baseId}/${table}?maxRecords=1&pageSize=1`)))
    missing.push(REQUIRED_SCOPES.read);
  const write = { records: [{ id: NO_RECORD, fields: {} }] };
  if (table && (await isForbidden("PATCH", `${baseId}/${table}`, write))) missing.push(REQUIRED_SCOPES.write);
  if (await isForbidden("GET", `bases/${baseId}/webhooks`)) missing.push(REQUIRED_SCOPES.feed);
  return missing;
};
