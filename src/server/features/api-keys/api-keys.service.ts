import type { ApiKey } from "#contract/api-keys.ts";
import type { NewApiKey } from "#contract/integration-forms.ts";
import { newApiKeyToken } from "#platform/api-keys.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { hashToken } from "#platform/sessions.ts";
import { addDays } from "#platform/time.ts";
import { type AuditActor, recordChange } from "#server/features/audit/audit.service.ts";
import { countActiveApiKeys, findApiKey, insertApiKey, lockApiKeys, revokeApiKey } from "./api-keys.queries.ts";

type ApiKeyDeps = Pick<Platform, "clock" | "events">;

const MAX_ACTIVE_KEYS = 20;

const recordKeyChange = (
  deps: ApiKeyDeps,
  scope: Scope,
  actor: AuditActor,
  action: "api_key.created" | "api_key.revoked",
  { id, name, scope: keyScope, expiresAt }: ApiKey,
): Promise<void> =>
  recordChange(
    deps,
    scope,
    actor,
    {
      companyId: scope.companyId,
      action,
      subject: { type: "api_key", id, name },
      ...(action === "api_key.created" ? { after: { keyScope, expiresAt } } : {}),
    },
    "integrations",
  );

/** The token is returned here only: the database has its hash. */
export const createApiKey = (
  deps: ApiKeyDeps,
  scope: Scope,
  actor: AuditActor,
  { name, scope: keyScope, expiresInDays }: NewApiKey,
): Promise<{ key: ApiKey; token: string }> =>
  transaction(scope, async (scope) => {
    const now = deps.clock.now();
    await lockApiKeys(scope);
    if ((await countActiveApiKeys(scope, now)) >= MAX_ACTIVE_KEYS)
      throw new AppError("conflict", `Er zijn al ${MAX_ACTIVE_KEYS} geldige API-sleutels. Trek er eerst een in.`);
    const token = newApiKeyToken();
    const key = await insertApiKey(scope, {
      name,
      scope: keyScope,
      tokenHash: hashToken(token),
      tokenEnding: token.slice(-4),
      createdAt: now,
      expiresAt: addDays(now, Number(expiresInDays)),
    });
    await recordKeyChange(deps, scope, actor, "api_key.created", key);
    return { key, token };
  });

/** Revoking a revoked key changes nothing. */
export const endApiKey = (deps: ApiKeyDeps, scope: Scope, actor: AuditActor, id: string): Promise<ApiKey> =>
  transaction(scope, async (scope) => {
    const now = deps.clock.now();
    const revoked = await revokeApiKey(scope, id, now);
    if (revoked) {
      await recordKeyChange(deps, scope, actor, "api_key.revoked", revoked);
      return revoked;
    }
    const known = await findApiKey(scope, id, now);
    if (!known) throw notFound();
    return known;
  });
