import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { enqueueEdit } from "#server/features/airtable/airtable.service.ts";
import { type AuditActor, recordChange } from "#server/features/audit/audit.service.ts";
import { lockMessagesTo, storeNewDates } from "#server/features/messages/queued-parts.service.ts";
import {
  findLeadName,
  findOverdueParts,
  type PauseChange,
  pauseItemsOfLead,
  resumeItemsOfLead,
  storeDueDates,
} from "./pause.queries.ts";
import { openSchedule } from "./planning/open-schedule.service.ts";

type QueueDeps = Pick<Platform, "events" | "clock">;

const PAUSE_ACTIONS = {
  pause: {
    change: pauseItemsOfLead,
    action: "queue.paused",
    nothing: "Er staat geen bericht klaar voor deze lead.",
    done: "gepauzeerd",
  },
  resume: {
    change: resumeItemsOfLead,
    action: "queue.resumed",
    nothing: "Er is geen gepauzeerd bericht voor deze lead.",
    done: "hervat",
  },
} as const;

/** Of a message that is being sent. */
const IN_FLIGHT = {
  pause: "Er wordt nu een bericht verstuurd; lukt dat niet, dan is het ook gepauzeerd.",
  resume: "Er wordt nu een bericht verstuurd; lukt dat niet, dan wordt het opnieuw geprobeerd.",
} as const;

const recordDateEdits = async (scope: Scope, items: readonly PauseChange[]): Promise<void> => {
  for (const { id, dueBefore, dueAfter } of items) {
    if (dueBefore?.getTime() === dueAfter?.getTime()) continue;
    await enqueueEdit(scope, "queue", id, {
      date_due: { before: dueBefore?.toISOString() ?? null, after: dueAfter?.toISOString() ?? null },
    });
  }
};

/**
 * The company's automation sends on the date: the first part of a message whose date has passed gets the next allowed moment, and
 * the others keep their interval to it.
 */
const moveOverdueParts = async (
  deps: QueueDeps,
  scope: Scope,
  changes: readonly PauseChange[],
): Promise<PauseChange[]> => {
  const now = deps.clock.now();
  const overdue = await findOverdueParts(
    scope,
    changes.map(({ id }) => id),
    now,
  );
  const moved = new Map<string, Date>();
  for (const parts of Map.groupBy(overdue, ({ id, messageId }) => messageId ?? id).values()) {
    const [first] = parts;
    if (!first) continue;
    const message = { id: first.messageId ?? first.id, messageFlow: first.messageFlow };
    const { findAllowed } = await openSchedule(scope, message, { channel: "airtable", now });
    const start = findAllowed(now, first.name);
    const delay = start.getTime() - first.due.getTime();
    const dated = parts.map((part) =>
      part === first
        ? { ...part, due: start }
        : { ...part, due: findAllowed(new Date(part.due.getTime() + delay), part.name) },
    );
    await storeDueDates(scope, dated, now);
    if (first.messageId) await storeNewDates(deps, scope, first.messageId, dated);
    for (const { id, due } of dated) moved.set(id, due);
  }
  return changes.map((change) => ({ ...change, dueAfter: moved.get(change.id) ?? change.dueAfter }));
};

/** Pauses or resumes the queued messages of a lead. Returns a sentence for the user. */
export const setPaused = (
  deps: QueueDeps,
  scope: Scope,
  actor: AuditActor,
  leadId: string,
  kind: keyof typeof PAUSE_ACTIONS,
): Promise<string> =>
  transaction(scope, async (scope) => {
    const lead = await findLeadName(scope, leadId);
    if (!lead) throw notFound();
    const { change, action, nothing, done } = PAUSE_ACTIONS[kind];
    if (kind === "resume") await lockMessagesTo(scope, [leadId]);
    const changed = await change(scope, leadId, deps.clock.now());
    if (changed.length === 0) throw new AppError("conflict", nothing);
    const items = kind === "resume" ? await moveOverdueParts(deps, scope, changed) : changed;
    await recordDateEdits(scope, items);
    const subject = { type: "lead", id: leadId, name: lead.fullName };
    const { companyId } = scope;
    await recordChange(deps, scope, actor, { companyId, action, subject, after: { berichten: items.length } }, "queue");
    const inFlight = items.filter(({ isSending }) => isSending).length;
    const count = items.length - inFlight;
    const sentences = [
      ...(count > 0 ? [`${count} ${count === 1 ? "bericht is" : "berichten zijn"} ${done}.`] : []),
      ...(inFlight > 0 ? [IN_FLIGHT[kind]] : []),
    ];
    return sentences.join(" ");
  });
