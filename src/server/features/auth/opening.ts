import type { SessionUser } from "#contract/auth.ts";
import type { PlatformScope } from "#platform/database/scope.ts";
import type { Reply } from "#platform/http/handlers.ts";
import { endSession, openSession, type Side, type Visitor } from "#platform/sessions.ts";
import { toSessionUser } from "./auth.policy.ts";
import { type Account, deleteFailuresOf, markSignedIn } from "./auth.queries.ts";
import { recordOwn } from "./own-audit.ts";

export interface Opened {
  user: SessionUser;
  token: string;
  expiresAt: Date;
}

/** Everything that was asked for was right. Only here are failures forgotten: a password alone must not reset the count. */
export const open = async (
  scope: PlatformScope,
  side: Side,
  account: Account,
  visitor: Visitor,
  now: Date,
): Promise<Opened> => {
  await deleteFailuresOf(scope, account.id, visitor.address);
  await markSignedIn(scope, account.id, now);
  const session = await openSession(scope, side, account.id, visitor, now);
  const action = side === "main" ? "session.opened" : "admin_session.opened";
  await recordOwn(scope, account, visitor, now, { action });
  return { user: toSessionUser(account), ...session };
};

interface Visit {
  tokenOf(side: Side): string | undefined;
  reply: Reply;
}

/** Gives the browser its new session; the one it had ends. */
export const handOver = async (
  scope: PlatformScope,
  side: Side,
  { token, expiresAt }: Opened,
  { tokenOf, reply }: Visit,
): Promise<void> => {
  const replaced = tokenOf(side);
  if (replaced) await endSession(scope, side, replaced);
  reply.setSession(side, token, expiresAt);
};
