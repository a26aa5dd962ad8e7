import { isDeepStrictEqual } from "node:util";
import type { ChangeEvent } from "#contract/system.ts";
import { NO_COMPANY, type PlatformScope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { fullNameOf, type SignedInUser, type Visitor } from "#platform/sessions.ts";
import { deferEntry, findSignIns, insertEntry, isRecorded, type NewAuditEntry, type SignIn } from "./audit.queries.ts";

type Fields = Record<string, unknown>;

interface FieldChanges {
  before: Fields;
  after: Fields;
}

/** The fields of `after` whose value differs from `before`; undefined when none does. */
export const changedFields = (before: object, after: object): FieldChanges | undefined => {
  const [oldFields, newFields] = [before as Fields, after as Fields];
  const names = Object.keys(newFields).filter(
    (name) => !isDeepStrictEqual(oldFields[name] ?? null, newFields[name] ?? null),
  );
  if (names.length === 0) return undefined;
  const pick = (from: Fields): Fields =>
    Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name] ?? null]] : [])));
  return { before: pick(oldFields), after: pick(newFields) };
};

/** The fields that have a value, for the entry about a creation or a deletion. */
export const filledFields = (thing: object): Fields =>
  Object.fromEntries(Object.entries(thing).filter(([, value]) => value !== null && value !== undefined));

/** What the log shows in place of a secret that was replaced. */
export const SECRET_CHANGED = "gewijzigd";

/** Call it with the scope of the change that it records, so that both are committed or neither. Never pass a secret. */
export const recordAudit = (scope: PlatformScope, entry: NewAuditEntry): Promise<number> => insertEntry(scope, entry);

/** The actor of an audit entry: unlike `scope.actor`, with session and IP address. */
export interface AuditActor {
  id: string;
  name: string;
  role: SignedInUser["role"];
  companyId: string | null;
  sessionId: string;
  ipAddress: string;
}

export const actorOf = ({ user, visitor }: { user: SignedInUser; visitor: Visitor }): AuditActor => ({
  id: user.id,
  name: fullNameOf(user),
  role: user.role,
  companyId: user.companyId,
  sessionId: user.sessionId,
  ipAddress: visitor.ipAddress,
});

type AuditedChange = Pick<NewAuditEntry, "companyId" | "action" | "subject" | "before" | "after">;

/**
 * Records a change and publishes it to the open screens of its company, which see it after the commit. `alsoTouched`
 * names other lists that show the changed data.
 */
export const recordChange = async (
  { events, clock }: Pick<Platform, "events" | "clock">,
  scope: PlatformScope,
  actor: AuditActor,
  change: AuditedChange,
  topic: ChangeEvent["topic"],
  ...alsoTouched: ChangeEvent["topic"][]
): Promise<void> => {
  const { id, name, ipAddress } = actor;
  await deferEntry(scope, { ...change, at: clock.now(), actor: { id, name }, ipAddress });
  const companyId = change.companyId ?? NO_COMPANY;
  const others = [...alsoTouched, "audit" as const].map((topic) => ({ topic }));
  await events.publish(scope.db, companyId, { topic, id: change.subject.id }, ...others);
};

/** The latest sign-ins of all companies. */
export const recentSignIns = (scope: PlatformScope, limit: number): Promise<SignIn[]> => findSignIns(scope, limit);

export interface AccountOwner {
  id: string;
  username: string;
  firstName: string | null;
  lastName: string | null;
  companyId: string | null;
}

const UNKNOWN_ACTOR = { id: null, name: "Onbekend" };

/**
 * Records a sign-in that did not succeed. A name that belongs to no account is left out: people type their password in
 * the wrong field.
 */
export const recordFailedSignIn = (
  scope: PlatformScope,
  action: "sign_in.failed" | "sign_in.refused" | "two_step.failed",
  account: AccountOwner | undefined,
  visitor: Visitor,
  at: Date,
) =>
  recordAudit(scope, {
    companyId: account?.companyId ?? null,
    at,
    actor: UNKNOWN_ACTOR,
    action,
    subject: account ? { type: "user", id: account.id, name: fullNameOf(account) } : { type: "user", id: "" },
    ipAddress: visitor.ipAddress,
  });

export interface ResetRequest {
  ipAddress: string;
  /** When the link was asked for. */
  at: Date;
}

/**
 * The actor is unknown: whoever knows the address can ask for a link. A job that runs again because the mail could not be sent
 * records the request once.
 */
export const recordResetRequest = async (
  scope: PlatformScope,
  account: AccountOwner,
  { ipAddress, at }: ResetRequest,
): Promise<void> => {
  const entry = {
    companyId: account.companyId,
    at,
    actor: UNKNOWN_ACTOR,
    action: "password.reset_requested",
    subject: { type: "user", id: account.id, name: fullNameOf(account) },
    ipAddress,
  };
  if (!(await isRecorded(scope, entry))) await recordAudit(scope, entry);
};

interface OwnAccountAction {
  action: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Records what a user did to their own account. */
export const recordOwnAccountAction = (
  scope: PlatformScope,
  person: AccountOwner,
  visitor: Visitor,
  at: Date,
  ownAction: OwnAccountAction,
) =>
  recordAudit(scope, {
    companyId: person.companyId,
    at,
    actor: { id: person.id, name: fullNameOf(person) },
    subject: { type: "user", id: person.id },
    ipAddress: visitor.ipAddress,
    ...ownAction,
  });
