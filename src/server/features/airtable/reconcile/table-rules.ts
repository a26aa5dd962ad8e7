import { DELETED } from "#contract/classification.ts";
import { isOpen, type MessageStatus, REPLY_STATUSES } from "#contract/message-status.ts";
import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { requestApprovalCheck } from "#server/features/messages/approval.service.ts";
import { applyDeliveryOutcome } from "#server/features/messages/queued-parts.service.ts";
import { endPartsOfDeleted } from "#server/features/queue/approvals.service.ts";
import { cancelAfterReply, cancelIfNotContactable } from "#server/features/queue/queue.service.ts";
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

export type RuleDeps = Pick<Platform, "events" | "clock" | "jobs">;

/**
 * Fields that keep our value while Airtable has none, in a row whose `column` says that the value was chosen here. With `main`, also
 * while Airtable still has the value that a user chose to replace, which `airtableColumn` stores.
 */
interface AcceptedFields {
  column: string;
  fields: readonly string[];
  main?: { field: string; airtableColumn: string };
}

/** What the sync does for a table beyond copying values. */
interface TableRules {
  /** Columns outside the mapping that the rules read or set, with their values in a new row. */
  extraColumns?: Readonly<Record<string, unknown>>;
  /** Fields whose value may be chosen here, although we only read them. */
  accepted?: readonly AcceptedFields[];
  /**
   * Protects our value of a field. postpone: leave it and read the record again in the next run. ours_is_newer: a
   * different remote value is a conflict even if our value has not changed since the last sync.
   */
  guardField?(row: Row, field: string): "postpone" | "ours_is_newer" | undefined;
  /** Further columns to set in a changed row. `emptied`: the requests that we wrote and that Airtable has emptied since. */
  deriveColumns?(change: RowChange, emptied: readonly string[]): Readonly<Record<string, unknown>>;
  /** Runs in the transaction that writes the rows. */
  afterWrite?(scope: Scope, changes: readonly RowChange[], deps: RuleDeps): Promise<void>;
  /** Runs when the records were deleted in Airtable. */
  onRemoteDelete(scope: Scope, ids: readonly string[], at: Date, deps: RuleDeps): Promise<unknown>;
}

/** False for a new row. */
export const hasChanged = ({ before, after }: RowChange, column: string): boolean =>
  before !== null && before[column] !== after[column];

/** When a value was set. Airtable only has the modification time of the whole record. */
const timestampOf = (change: RowChange, column: string, timeColumn: string): unknown => {
  const { before, after, at } = change;
  if ((after[column] ?? null) === null) return null;
  return before === null || hasChanged(change, column) ? at : before[timeColumn];
};

/** A deletion keeps the time of the class before it: a restored client counts in the month in which it became one. */
const classifiedAt = (change: RowChange): unknown =>
  change.before && change.after["classification"] === DELETED
    ? change.before["classified_at"]
    : timestampOf(change, "classification", "classified_at");

const classificationChanges = (changes: readonly RowChange[]) =>
  changes
    .filter((change) => hasChanged(change, "classification"))
    .map(({ before, after, at }) => ({
      leadId: after.id,
      oldValue: before?.["classification"] ?? null,
      newValue: after["classification"] as string | null,
      at,
    }));

const leadRules: TableRules = {
  extraColumns: {
    rated_at: null,
    classified_at: null,
    rating_accepted: false,
    airtable_rating: null,
    allocated_here: false,
  },
  accepted: [
    {
      column: "rating_accepted",
      fields: ["lead_rating", "motivation", "html_report"],
      main: { field: "lead_rating", airtableColumn: "airtable_rating" },
    },
    { column: "allocated_here", fields: ["lead_allocated"] },
  ],
  deriveColumns: (change) => ({
    rated_at: timestampOf(change, "lead_rating", "rated_at"),
    classified_at: classifiedAt(change),
  }),
  afterWrite: async (scope, changes, deps) => {
    const reclassified = classificationChanges(changes);
    if (reclassified.length === 0) return;
    await insertClassificationChanges(scope, reclassified);
    await cancelIfNotContactable(
      deps,
      scope,
      reclassified.map(({ leadId, newValue }) => ({ leadId, classification: newValue })),
    );
  },
  onRemoteDelete: async (scope, ids, at, deps) => {
    await markLeadsDeleted(scope, ids, at);
    await cancelIfNotContactable(
      deps,
      scope,
      ids.map((leadId) => ({ leadId, classification: DELETED })),
    );
  },
};

/**
 * The text is the one that it was, and the automation has finished: it marks a rewritten message as pending again, and empties
 * the request for a rerun.
 */
const isSameText = (change: RowChange, emptied: readonly string[]): boolean => {
  if (change.before?.["regenerating"] !== true || hasChanged(change, "content")) return false;
  if (change.after["status"] !== "pending") return false;
  const { status } = change.before;
  return status === "rewritten" || (status === "pending" && emptied.includes("rerun_requested_at"));
};

const deriveMessageColumns = (change: RowChange, emptied: readonly string[]): Record<string, unknown> => {
  const { before, after, at } = change;
  const isNewText = hasChanged(change, "content");
  const isSent = after["status"] === "sent" && (after["sent_at"] ?? null) === null;
  return {
    ...(isSent ? { sent_at: at } : {}),
    ...(isNewText ? { content_version: Number(before?.["content_version"]) + 1, regenerating: false } : {}),
    ...(isSameText(change, emptied) ? { regenerating: false, text_request_problem: "same_text" } : {}),
    ...(isNewText || hasChanged(change, "status") ? { changed_by: "Airtable", changed_at: at } : {}),
  };
};

const REPLIES: readonly unknown[] = REPLY_STATUSES;

/** The leads of whom a reply has just become known. */
const leadsThatReplied = (changes: readonly RowChange[]): string[] =>
  changes.flatMap((change) => {
    const { status, lead_id: leadId } = change.after;
    const isReply =
      hasChanged(change, "status") && REPLIES.includes(status) && !REPLIES.includes(change.before?.["status"]);
    return isReply && typeof leadId === "string" ? [leadId] : [];
  });

/** Airtable has changed the text of a decided message, has cancelled the message, or has taken it back to review. */
const mayEndApproval = (change: RowChange): boolean => {
  const status = change.after["status"] as MessageStatus;
  const isWithdrawn = isOpen(status) || status === "cancelled";
  return isWithdrawn ? hasChanged(change, "status") : hasChanged(change, "content");
};

const messageRules: TableRules = {
  extraColumns: {
    content_version: 1,
    regenerating: false,
    requested_version: null,
    text_request_problem: null,
    changed_by: null,
    changed_at: null,
    sent_at: null,
  },
  // A user has edited the text after requesting a new one: the new text does not contain that edit.
  guardField: ({ regenerating, requested_version, content_version }, field) => {
    const isEditedSince = requested_version !== null && Number(content_version) > Number(requested_version);
    return field === "content" && regenerating === true && isEditedSince ? "ours_is_newer" : undefined;
  },
  deriveColumns: deriveMessageColumns,
  afterWrite: async (scope, changes, deps) => {
    const replaced = changes.filter((change) => hasChanged(change, "content"));
    if (replaced.length > 0) await insertMessageVersions(scope, replaced);
    await cancelAfterReply(deps, scope, leadsThatReplied(changes));
    await requestApprovalCheck(
      deps,
      scope,
      changes.filter(mayEndApproval).map(({ after }) => after.id),
    );
  },
  onRemoteDelete: async (scope, ids, at, deps) => {
    await cancelMessages(scope, ids, at);
    await endPartsOfDeleted(deps, scope, ids);
  },
};

/** Adjustments are the record of users' edits and stay, even if their copy in Airtable is deleted. */
const adjustmentRules: TableRules = { onRemoteDelete: () => Promise.resolve() };

const POSTPONED_WHILE_SENDING = ["status", "text", "date_sent"];
const NOT_SENT =
  "Volgens Airtable is dit bericht niet verstuurd. Kijk daar na waarom, en verstuur het opnieuw of annuleer het.";

/** The company's own automation sends from the base: the status that it writes there is the outcome of the delivery. */
const DELIVERY_OUTCOMES = { SENT: "accepted", ERROR: "refused" } as const;
const deliveryOutcomeOf = ({ after }: RowChange) =>
  DELIVERY_OUTCOMES[String(after["status"]) as keyof typeof DELIVERY_OUTCOMES];

const queueRules: TableRules = {
  extraColumns: { problem: null },
  // A message that is being sent cannot be recalled: the outcome of our delivery goes before Airtable's value.
  guardField: ({ status }, field) =>
    status === "SENDING" && POSTPONED_WHILE_SENDING.includes(field) ? "postpone" : undefined,
  deriveColumns: (change) =>
    change.before === null || hasChanged(change, "status")
      ? { problem: change.after["status"] === "ERROR" ? NOT_SENT : null }
      : {},
  afterWrite: async (scope, changes, deps) => {
    for (const change of changes.filter((each) => hasChanged(each, "status"))) {
      const { message_id: messageId } = change.after;
      const outcome = deliveryOutcomeOf(change);
      if (outcome && typeof messageId === "string") await applyDeliveryOutcome(deps, scope, messageId, outcome);
    }
    const changedTexts = changes.filter((each) => hasChanged(each, "text")).map(({ after }) => after["message_id"]);
    await requestApprovalCheck(deps, scope, [...new Set(changedTexts.filter((id) => typeof id === "string"))]);
  },
  onRemoteDelete: cancelQueueItems,
};

const meetingRules: TableRules = {
  extraColumns: { summary_accepted: false, airtable_summary: null },
  accepted: [
    {
      column: "summary_accepted",
      fields: ["summary", "sales_opportunities", "follow_up_interests", "action_items"],
      main: { field: "summary", airtableColumn: "airtable_summary" },
    },
  ],
  onRemoteDelete: markMeetingsDeleted,
};

const promptRules: TableRules = {
  extraColumns: { version: 1 },
  deriveColumns: (change) => (hasChanged(change, "prompt") ? { version: Number(change.before?.["version"]) + 1 } : {}),
  afterWrite: async (scope, changes) => {
    const replaced = changes.filter((change) => hasChanged(change, "prompt"));
    if (replaced.length > 0) await insertPromptVersions(scope, replaced);
  },
  onRemoteDelete: deletePrompts,
};

const invitationRules: TableRules = { onRemoteDelete: deleteInvitations };

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
