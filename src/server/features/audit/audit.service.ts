import { isDeepStrictEqual } from "node:util";
import type { ChangeEvent } from "#contract/system.ts";
import { NO_COMPANY, type PlatformScope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { personName, type SessionPerson, type Visitor } from "#platform/sessions.ts";
import { type AuditEntry, deferEntry, findSignIns, insertEntry, type SignIn } from "./audit.queries.ts";

type Fields = Record<string, unknown>;

interface FieldChanges {
  before: Fields;
  after: Fields;
}

/** What of a thing became different, and nothing else of it; undefined when nothing did. */
export const changedFields = (before: object, after: object): FieldChanges | undefined => {
  const [old, now] = [before as Fields, after as Fields];
  const names = Object.keys(now).filter((name) => !isDeepStrictEqual(old[name] ?? null, now[name] ?? null));
  if (names.length === 0) return undefined;
  const pick = (from: Fields): Fields =>
    Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name] ?? null]] : [])));
  return { before: pick(old), after: pick(now) };
};

/** What there is of a thing, for the moment it comes or goes: empty fields say nothing. */
export const filledFields = (thing: object): Fields =>
  Object.fromEntries(Object.entries(thing).filter(([, value]) => value !== null && value !== undefined));

/** How the log shows a secret that was replaced: that it was, and never what it was or is. */
export const SECRET_CHANGED = "gewijzigd";

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

type AuditedChange = Pick<AuditEntry, "companyId" | "action" | "subject" | "before" | "after">;

/** Records a change and tells the open screens of its company, which see it once it is committed; others that it touches too. */
export const recordChange = async (
  { events, clock }: Pick<Platform, "events" | "clock">,
  scope: PlatformScope,
  author: Author,
  change: AuditedChange,
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

export interface AccountOwner {
  id: string;
  username: string;
  firstName: string | null;
  lastName: string | null;
  companyId: string | null;
}

interface OwnAccountAction {
  action: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Somebody did something to their own account. */
export const recordOwnAccountAction = (
  scope: PlatformScope,
  person: AccountOwner,
  visitor: Visitor,
  at: Date,
  deed: OwnAccountAction,
) =>
  recordAudit(scope, {
    companyId: person.companyId,
    at,
    actor: { id: person.id, name: personName(person) },
    subject: { type: "user", id: person.id },
    address: visitor.address,
    ...deed,
  });
