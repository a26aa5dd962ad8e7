import type { SyncedTable } from "#contract/airtable.ts";
import { mayBeContacted } from "#contract/classification.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { applyDeliveryOutcome } from "#server/features/messages/messages.service.ts";
import { cancelWaiting } from "#server/features/queue/queue.service.ts";
import type { Row, RowChange } from "./rows.queries.ts";
import {
  cancelMessages,
  cancelQueueItems,
  deleteInvitations,
  deletePrompts,
  insertClassificationChanges,
  insertMessageVersions,
  insertPromptVersions,
  markLeadsDeleted,
  markMeetingsDeleted,
} from "./table-rules.queries.ts";

export type RuleDeps = Pick<Platform, "events" | "clock">;

/** What a sync does with a table beyond copying. */
interface TableRules {
  /** Columns beside the mapped ones that the rules look at or set, each with its value in a new row. */
  columns?: Readonly<Record<string, unknown>>;
  /**
   * How a field stands against what Airtable says. held: not now, look again in the next run. newer: ours was made after
   * what theirs answers, so it is not replaced without asking.
   */
  stance?(row: Row, field: string): "held" | "newer" | undefined;
  /** What else becomes of a row that changed. */
  derive?(change: RowChange): Readonly<Record<string, unknown>>;
  /** What follows from the changes, in the same transaction. */
  follow?(scope: Scope, changes: readonly RowChange[], needs: RuleDeps): Promise<void>;
  /** The records are gone there. */
  remove(scope: Scope, ids: readonly string[], at: Date, needs: RuleDeps): Promise<unknown>;
}

/** The columns that changed. */
export const hasChanged = ({ before, after }: RowChange, column: string): boolean =>
  before !== null && before[column] !== after[column];

/** When a value was set, as far as Airtable tells: the last change of the record as a whole. */
const timestampOf = (change: RowChange, column: string, moment: string): unknown => {
  const { before, after, at } = change;
  if ((after[column] ?? null) === null) return null;
  return before === null || hasChanged(change, column) ? at : before[moment];
};

const classificationChanges = (changes: readonly RowChange[]) =>
  changes
    .filter((change) => hasChanged(change, "classification"))
    .map(({ before, after, at }) => ({
      leadId: after.id,
      previous: before?.["classification"] ?? null,
      chosen: after["classification"] as string | null,
      at,
    }));

const leadRules: TableRules = {
  columns: { rated_at: null, classified_at: null },
  derive: (change) => ({
    rated_at: timestampOf(change, "lead_rating", "rated_at"),
    classified_at: timestampOf(change, "classification", "classified_at"),
  }),
  follow: async (scope, changes, needs) => {
    const reclassified = classificationChanges(changes);
    if (reclassified.length === 0) return;
    await insertClassificationChanges(scope, reclassified);
    const closed = reclassified.filter(({ chosen }) => !mayBeContacted(chosen)).map(({ leadId }) => leadId);
    if (closed.length > 0) await cancelWaiting(needs, scope, { leadIds: closed });
  },
  remove: async (scope, ids, at, needs) => {
    await markLeadsDeleted(scope, ids, at);
    await cancelWaiting(needs, scope, { leadIds: ids });
  },
};

const deriveMessageColumns = (change: RowChange): Record<string, unknown> => {
  const { before, after, at } = change;
  const isNewText = hasChanged(change, "content");
  const isSent = after["status"] === "sent" && (after["sent_at"] ?? null) === null;
  return {
    ...(isSent ? { sent_at: at } : {}),
    ...(isNewText ? { content_version: Number(before?.["content_version"]) + 1, regenerating: false } : {}),
    ...(isNewText || hasChanged(change, "status") ? { changed_by: "Airtable", changed_at: at } : {}),
  };
};

const messageRules: TableRules = {
  columns: {
    content_version: 1,
    regenerating: false,
    requested_version: null,
    changed_by: null,
    changed_at: null,
    sent_at: null,
  },
  // A new text was asked for, and somebody has edited the old one since: that edit is not in what now comes.
  stance: ({ regenerating, requested_version, content_version }, field) => {
    const isEditedSince = requested_version !== null && Number(content_version) > Number(requested_version);
    return field === "content" && regenerating === true && isEditedSince ? "newer" : undefined;
  },
  derive: deriveMessageColumns,
  follow: async (scope, changes) => {
    const replaced = changes.filter((change) => hasChanged(change, "content"));
    if (replaced.length > 0) await insertMessageVersions(scope, replaced);
  },
  remove: cancelMessages,
};

/** What somebody here changed in a text stays on record here, whatever happens to its copy there. */
const adjustmentRules: TableRules = { remove: () => Promise.resolve() };

const HELD_WHILE_SENDING = ["status", "text", "date_sent"];
const NOT_SENT =
  "Volgens Airtable is dit bericht niet verstuurd. Kijk daar na waarom, en verstuur het opnieuw of annuleer het.";

/** The company's own automation sends from its base: what it writes there is what became of the delivery. */
const DELIVERY_OUTCOMES = { SENT: "accepted", ERROR: "refused" } as const;
const deliveryOutcomeOf = ({ after }: RowChange) =>
  DELIVERY_OUTCOMES[String(after["status"]) as keyof typeof DELIVERY_OUTCOMES];

const queueRules: TableRules = {
  columns: { problem: null },
  // What is going out at this moment cannot be called back. How it ends is ours to tell, and beats what Airtable says now.
  stance: ({ status }, field) => (status === "SENDING" && HELD_WHILE_SENDING.includes(field) ? "held" : undefined),
  derive: (change) =>
    hasChanged(change, "status") ? { problem: change.after["status"] === "ERROR" ? NOT_SENT : null } : {},
  follow: async (scope, changes, needs) => {
    for (const change of changes.filter((one) => hasChanged(one, "status"))) {
      const { message_id: messageId } = change.after;
      const outcome = deliveryOutcomeOf(change);
      if (outcome && typeof messageId === "string") await applyDeliveryOutcome(needs, scope, messageId, outcome);
    }
  },
  remove: cancelQueueItems,
};

const meetingRules: TableRules = { remove: markMeetingsDeleted };

const promptRules: TableRules = {
  columns: { version: 1 },
  derive: (change) => (hasChanged(change, "prompt") ? { version: Number(change.before?.["version"]) + 1 } : {}),
  follow: async (scope, changes) => {
    const replaced = changes.filter((change) => hasChanged(change, "prompt"));
    if (replaced.length > 0) await insertPromptVersions(scope, replaced);
  },
  remove: deletePrompts,
};

const invitationRules: TableRules = { remove: deleteInvitations };

const TABLE_RULES: Record<SyncedTable, TableRules> = {
  leads: leadRules,
  messages: messageRules,
  adjustments: adjustmentRules,
  queue: queueRules,
  meetings: meetingRules,
  prompts: promptRules,
  invitations: invitationRules,
};

export const rulesFor = (table: SyncedTable): TableRules => TABLE_RULES[table];
