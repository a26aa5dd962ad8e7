import type { KEY_SCOPES } from "#contract/integration-forms.ts";
import { API_KEY_ROLE } from "#contract/roles.ts";
import type { PlatformScope } from "./database/scope.ts";
import { prepared, sql } from "./database/sql.ts";
import { hashToken, newToken, type SignedInUser } from "./sessions.ts";

const USE_PRECISION_MS = 60_000;

/** The prefix tells tools that search texts for leaked secrets what they found. */
export const newApiKeyToken = (): string => `usa_${newToken()}`;

interface ApiKey {
  id: string;
  companyId: string;
  name: string;
  scope: (typeof KEY_SCOPES)[number];
}

/** The valid key of an active company; records when it was used. */
export const findAndTouchApiKey = async (
  { db }: PlatformScope,
  token: string,
  now: Date,
): Promise<ApiKey | undefined> => {
  const found = await db.row<ApiKey & { lastUsedAt: Date | null }>(
    prepared(sql`
    select k.id, k.company_id as "companyId", k.name, k.scope, k.last_used_at as "lastUsedAt"
    from api_keys k join companies c on c.id = k.company_id
    where k.token_hash = ${hashToken(token)} and k.revoked_at is null and k.expires_at > ${now}
      and c.is_active and c.deleted_at is null`),
  );
  if (!found) return undefined;
  const { lastUsedAt, ...key } = found;
  // As for sessions: a write at every request would be too much.
  if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() > USE_PRECISION_MS)
    await db.run(sql`
      update api_keys set last_used_at = ${now} where company_id = ${key.companyId} and id = ${key.id}`);
  return key;
};

/** The user that the audit log and the history of a message show for a key: "API-sleutel n8n". */
export const userOfApiKey = ({ id, companyId, name }: ApiKey): SignedInUser => ({
  sessionId: id,
  id,
  username: name,
  email: null,
  firstName: "API-sleutel",
  lastName: name,
  role: API_KEY_ROLE,
  companyId,
  limitedAs: companyId,
  profileImageUrl: null,
});
