import { FREE_CAPS, type SenderChange } from "#contract/sender-forms.ts";
import type { Sender } from "#contract/senders.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { type AuditActor, changedFields, recordChange } from "#server/features/audit/audit.service.ts";
import {
  addSender,
  claimName,
  findRulesOfName,
  findSender,
  isColleague,
  lockSenders,
  mergeSender,
  type SenderRow,
  updateSender,
} from "./senders.queries.ts";

export { explainAccountStatus } from "./senders.policy.ts";
export {
  findOutdated,
  findRules,
  invalidatePlans,
  lockRules,
  type SenderRow,
  selectOutdated,
  selectRules,
  selectRulesLocked,
  storeIdleUntil,
  storeNextAllowed,
  storePlansValidUntil,
} from "./senders.queries.ts";

type SenderDeps = Pick<Platform, "events" | "clock">;

export const requireSender = async (scope: Scope, id: string): Promise<Sender> => {
  const sender = await findSender(scope, id);
  if (!sender) throw notFound();
  return sender;
};

const requireColleague = async (scope: Scope, userId: string): Promise<void> => {
  if (await isColleague(scope, userId)) return;
  const text = "Deze gebruiker bestaat niet.";
  throw new AppError("invalid", text, { details: [{ path: "userId", message: text }] });
};

const nameTaken = (): AppError => {
  const text = "Een andere afzender heeft deze naam al. Voeg de twee afzenders samen, of kies een andere naam.";
  return new AppError("conflict", text, { details: [{ path: "name", message: text }] });
};

const CAPS = ["invitationsPerDay", "invitationsPerWeek", "messagesPerDay"] as const;

/** LinkedIn blocks a free account sooner than a paid one. */
const requireCapsOfTier = ({ account, caps }: Sender): void => {
  if (account?.tier !== "free") return;
  const details = CAPS.filter((name) => caps[name] > FREE_CAPS[name]).map((name) => ({
    path: `caps.${name}`,
    message: `Maximaal ${FREE_CAPS[name]} met een gratis LinkedIn-account.`,
  }));
  if (details[0]) throw new AppError("invalid", details[0].message, { details });
};

export const changeSender = (
  deps: SenderDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
  change: SenderChange,
): Promise<void> =>
  transaction(scope, async (scope) => {
    await lockSenders(scope, [id]);
    const before = await requireSender(scope, id);
    if (change.userId) await requireColleague(scope, change.userId);
    const definedChanges = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const after = { ...before, ...definedChanges } as Sender;
    if (change.caps) requireCapsOfTier(after);
    const changed = changedFields(before, after);
    if (!changed) return;
    if (after.name !== before.name && !(await claimName(scope, id, after.name))) throw nameTaken();
    await updateSender(scope, id, after, deps.clock.now());
    const subject = { type: "sender", id, name: before.name };
    const audit = { companyId: scope.companyId, action: "sender.updated", subject, ...changed };
    await recordChange(deps, scope, actor, audit, "senders", "queue");
  });

/** Gives the names of a sender to another one, and removes it. */
export const mergeSenders = (
  deps: SenderDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
  into: string,
): Promise<void> =>
  transaction(scope, async (scope) => {
    if (id === into) throw new AppError("conflict", "Kies een andere afzender om mee samen te voegen.");
    await lockSenders(scope, [id, into]);
    const [merged, target] = [await requireSender(scope, id), await findSender(scope, into)];
    if (!target) throw new AppError("invalid", "Deze afzender bestaat niet.", { details: [] });
    await mergeSender(scope, id, into, deps.clock.now());
    const subject = { type: "sender", id: into, name: target.name };
    const after = { namen: [merged.name, ...merged.aliases] };
    const audit = { companyId: scope.companyId, action: "sender.merged", subject, after };
    await recordChange(deps, scope, actor, audit, "senders", "queue");
  });

/** The sender of an account manager's name, added where there is none. Messages without a name share one sender. */
export const ensureSenderOfName = async (scope: Scope, name: string | null): Promise<SenderRow> => {
  const found = await findRulesOfName(scope, name);
  if (found) return found;
  await addSender(scope, name ?? "");
  const added = await findRulesOfName(scope, name);
  if (!added) throw new Error("a sender was not added");
  return added;
};
