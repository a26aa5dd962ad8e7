import type { ChangeEvent } from "#contract/system.ts";
import { NO_COMPANY, type PlatformScope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { personName, type SessionPerson, type Visitor } from "#platform/sessions.ts";
import { type AuditEntry, deferEntry, findSignIns, insertEntry, type SignIn } from "./audit.queries.ts";

export { changedFields, filledFields, SECRET_CHANGED } from "./changed-fields.ts";

/** Called with the scope of the change it records, so that both are kept or neither is. Never give it a secret. */
export const recordAudit = (scope: PlatformScope, entry: AuditEntry): Promise<number> => insertEntry(scope, entry);

/** Who makes a change, from where and in which session. */
export interface Author {
  id: string;
  name: string;
  role: SessionPerson["role"];
  companyId: string | null;
  sessionId: string;
  address: string;
}

export const authorOf = ({ user, visitor }: { user: SessionPerson; visitor: Visitor }): Author => ({
  id: user.id,
  name: personName(user),
  role: user.role,
  companyId: user.companyId,
  sessionId: user.sessionId,
  address: visitor.address,
});

type Change = Pick<AuditEntry, "companyId" | "action" | "subject" | "before" | "after">;

/** Records a change and tells the open screens of its company, which see it once it is committed; others that it touches too. */
export const recordChange = async (
  { events, clock }: Pick<Platform, "events" | "clock">,
  scope: PlatformScope,
  author: Author,
  change: Change,
  topic: ChangeEvent["topic"],
  ...alsoTouched: ChangeEvent["topic"][]
): Promise<void> => {
  const { id, name, address } = author;
  await deferEntry(scope, { ...change, at: clock.now(), actor: { id, name }, address });
  const companyId = change.companyId ?? NO_COMPANY;
  const others = [...alsoTouched, "audit" as const].map((topic) => ({ topic }));
  await events.publish(scope.db, companyId, { topic, id: change.subject.id }, ...others);
};

/** The latest sign-ins over all companies. */
export const recentSignIns = (scope: PlatformScope, most: number): Promise<SignIn[]> => findSignIns(scope, most);
