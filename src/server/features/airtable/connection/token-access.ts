import { NO_RECORD, REQUIRED_SCOPES } from "../client/airtable-problem.ts";
import { tableMapping } from "../mapping/mapping.ts";
import type { SendRequest } from "./send-request.ts";
import { readVisibleBases } from "./visible-bases.ts";

/** Read and write permission are tried on this table when the schema cannot be read. */
const PROBABLE_TABLE = tableMapping("leads").airtableName;

/** Tables that are tried for write permission before the token is considered to have none. */
const MAX_TABLES_TRIED = 10;

interface TablesToTry {
  /** The tables that the sync writes to. */
  written: readonly string[];
  /** All tables of the base; null when the schema cannot be read. */
  all: readonly string[] | null;
}

interface TokenAccess {
  missing: string[];
  /** Of the written tables: synced from another base or locked, so that only this table refuses changes. */
  readOnlyTables: string[];
}

/** A single table may refuse changes for a reason of its own: the scope is missing when no table accepts them. */
const findRefusingTables = async (
  canWrite: (table: string) => Promise<boolean>,
  { written, all }: TablesToTry,
): Promise<{ refusing: string[]; canWriteSome: boolean }> => {
  const refusing: string[] = [];
  for (const table of written) if (!(await canWrite(table))) refusing.push(table);
  if (refusing.length < written.length) return { refusing, canWriteSome: true };
  const others = (all ?? [PROBABLE_TABLE]).filter((table) => !written.includes(table)).slice(0, MAX_TABLES_TRIED);
  for (const table of others) if (await canWrite(table)) return { refusing, canWriteSome: true };
  return { refusing, canWriteSome: written.length + others.length === 0 };
};

/** What the owner of the token may do in a base, by what Airtable calls the permission level. Only a creator may create a change feed. */
const CANNOT_WRITE: readonly (string | undefined)[] = ["none", "read", "comment"];
const CANNOT_CREATE_FEED: readonly (string | undefined)[] = [...CANNOT_WRITE, "edit"];

const findPermissionLevel = async (send: SendRequest, baseId: string): Promise<string | undefined> =>
  (await readVisibleBases(send)).bases.find(({ id }) => id === baseId)?.permissionLevel;

/**
 * The permissions that the token, or its owner in this base, does not have. Airtable names the scopes of OAuth tokens only, so
 * that those of a personal access token have to be tried; nothing is changed. An empty base has no table to try.
 */
export const findTokenAccess = async (send: SendRequest, baseId: string, tables: TablesToTry): Promise<TokenAccess> => {
  const isForbidden = async (...request: Parameters<SendRequest>) => (await send(...request)).status === 403;
  const missing: string[] = [];
  if (!tables.all) {
    // A token that may list bases has the scope: the base is another one, or not shared with the token.
    if (!(await isForbidden("GET", "meta/bases"))) return { missing, readOnlyTables: [] };
    missing.push(REQUIRED_SCOPES.schema);
  }
  const [table] = tables.all ?? [PROBABLE_TABLE];
  if (table && (await isForbidden("GET", `${baseId}/${table}?maxRecords=1&pageSize=1`)))
    missing.push(REQUIRED_SCOPES.read);
  const write = { records: [{ id: NO_RECORD, fields: {} }] };
  const { refusing, canWriteSome } = await findRefusingTables(
    async (table) => !(await isForbidden("PATCH", `${baseId}/${table}`, write)),
    tables,
  );
  // Not every level can be tried: everybody who can read a base may list its change feeds.
  const level = tables.all ? await findPermissionLevel(send, baseId) : undefined;
  const canWrite = canWriteSome && !CANNOT_WRITE.includes(level);
  if (!canWrite) missing.push(REQUIRED_SCOPES.write);
  if ((await isForbidden("GET", `bases/${baseId}/webhooks`)) || CANNOT_CREATE_FEED.includes(level))
    missing.push(REQUIRED_SCOPES.feed);
  return { missing, readOnlyTables: canWrite ? refusing : [] };
};
