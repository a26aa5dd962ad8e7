import {
  dueKeysOfMessageType,
  headerOfDueKey,
  parseSections,
  replaceSections,
  type Section,
  type SectionHeader,
  stripColon,
} from "#contract/message-text.ts";
import type { MessageChange } from "#contract/messages.ts";
import { AppError } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import { parseDayOrTime } from "#platform/time.ts";
import { enqueueNewRows } from "#server/features/airtable/airtable.service.ts";
import type { AuditActor } from "#server/features/audit/audit.service.ts";
import { wakeDelivery } from "#server/features/automation/automation.service.ts";
import {
  endOpenParts,
  findQueuedChannel,
  moveQueuedPart,
  requireDateNotPassed,
} from "#server/features/queue/queue.service.ts";
import { requestText } from "#server/features/writer/writer.service.ts";
import { changeMessage, lockForChange, type MessageDeps, replaceText, storeCurrentVersion } from "./message-store.ts";
import { requireNextStatus, TEXTS } from "./messages.policy.ts";
import { type Adjustment, insertAdjustments, type LockedMessage } from "./messages.queries.ts";
import { toAllowedDate } from "./queued-parts.service.ts";

type Edits = Readonly<Record<string, string>>;

/** A message that is edited, rewritten or rerun needs a new approval: if it had failed, its failed and waiting parts are cancelled. */
const endPartsOfFailedMessage = async (
  deps: MessageDeps,
  scope: Scope,
  { id, status }: LockedMessage,
): Promise<void> => {
  if (status === "error") await endOpenParts(deps, scope, id);
};

const invalidEdit = (text: string): AppError =>
  new AppError("invalid", text, { details: [{ path: "editedContent", message: text }] });

/** A text area normalises line ends, which is not a change. */
const sameText = (one: string, other: string): boolean =>
  one.replaceAll("\r\n", "\n") === other.replaceAll("\r\n", "\n");

/** The sections whose text changes. Refuses a header that the message does not have. */
const findAdjustments = (sections: readonly Section[], edits: Edits): Adjustment[] =>
  Object.entries(edits).flatMap(([givenHeader, text]) => {
    const name = stripColon(givenHeader).toLowerCase();
    const section = sections.find(({ header }) => header.toLowerCase() === name);
    if (!section) throw invalidEdit(TEXTS.unknownSection);
    const edited = text.trim();
    return sameText(section.text, edited) ? [] : [{ section: section.header, original: section.text, edited }];
  });

/** The content with the new texts. Refuses a text that would be parsed as another section. */
const applyAdjustments = (
  content: string,
  sections: readonly Section[],
  adjustments: readonly Adjustment[],
): string => {
  const edits = new Map(adjustments.map(({ section, edited }) => [section, edited]));
  const changed = replaceSections(content, Object.fromEntries(edits)) ?? content;
  const expected = sections.map(({ header, text }) => [header, edits.get(header) ?? text]);
  const read = parseSections(changed).map(({ header, text }) => [header, text]);
  if (JSON.stringify(read) !== JSON.stringify(expected)) throw invalidEdit(TEXTS.headerInText);
  return changed;
};

const textsBySection = (adjustments: readonly Adjustment[], which: "original" | "edited") =>
  Object.fromEntries(adjustments.map((adjustment) => [adjustment.section, adjustment[which]]));

/** Edits sections of a message and stores an adjustment for each section that changes. */
export const editMessage = (
  deps: MessageDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
  { editedContent, contentVersion }: { editedContent: Edits; contentVersion?: number | undefined },
): Promise<void> =>
  transaction(scope, async (scope) => {
    const message = await lockForChange(scope, id, contentVersion);
    const status = requireNextStatus(message.status, "edit");
    const sections = parseSections(message.content);
    const adjustments = findAdjustments(sections, editedContent);
    if (adjustments.length === 0) return;
    await endPartsOfFailedMessage(deps, scope, message);
    const content = applyAdjustments(message.content, sections, adjustments);
    const text = await replaceText(deps, scope, message, content, "edit");
    const insertedIds = await insertAdjustments(scope, id, adjustments, deps.clock.now());
    await enqueueNewRows(scope, "adjustments", insertedIds);
    await changeMessage(
      deps,
      scope,
      actor,
      message,
      { ...message, ...text, status, regenerating: false },
      {
        action: "message.edited",
        before: textsBySection(adjustments, "original"),
        after: textsBySection(adjustments, "edited"),
      },
    );
  });

/** A new text was requested for the current version and has not arrived yet. */
const isRegenerating = ({ regenerating, regenerationBaseVersion, contentVersion }: LockedMessage): boolean =>
  regenerating && regenerationBaseVersion === contentVersion;

/**
 * Requests a new text with feedback on the current one. The new text may replace only the version that the feedback is
 * about.
 */
export const rewriteMessage = (
  deps: MessageDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
  { feedback, contentVersion }: { feedback: string; contentVersion?: number | undefined },
): Promise<void> =>
  transaction(scope, async (scope) => {
    const message = await lockForChange(scope, id, contentVersion);
    const status = requireNextStatus(message.status, "rewrite");
    const isSameRequest = message.status === status && message.feedback === feedback;
    if (isSameRequest && isRegenerating(message)) return;
    await endPartsOfFailedMessage(deps, scope, message);
    await storeCurrentVersion(deps, scope, message, feedback);
    const request = { status, feedback, regenerating: true, regenerationBaseVersion: message.contentVersion };
    // The same feedback again would not be a change in Airtable; the timestamp makes it one.
    const requested = isSameRequest ? { ...request, rerunRequestedAt: deps.clock.now() } : request;
    await changeMessage(
      deps,
      scope,
      actor,
      message,
      { ...message, ...requested },
      { action: "message.rewritten", before: { feedback: message.feedback }, after: { feedback } },
    );
    await requestText(deps, scope, message, "rewrite");
  });

/** Requests a new text from scratch. Feedback of an earlier rewrite stays with its version only: it is no part of this request. */
export const rerunMessage = (deps: MessageDeps, scope: Scope, actor: AuditActor, id: string): Promise<void> =>
  transaction(scope, async (scope) => {
    const message = await lockForChange(scope, id);
    const status = requireNextStatus(message.status, "rerun");
    await endPartsOfFailedMessage(deps, scope, message);
    await storeCurrentVersion(deps, scope, message);
    const request = { status, feedback: null, regenerating: true, regenerationBaseVersion: message.contentVersion };
    const after = { ...message, ...request, rerunRequestedAt: deps.clock.now() };
    await changeMessage(deps, scope, actor, message, after, { action: "message.rerun" });
    await requestText(deps, scope, message, "rerun");
  });

type DateChange = Extract<MessageChange, { updatedSection: unknown }>;

const invalidDate = (text: string): AppError =>
  new AppError("invalid", text, { details: [{ path: "updatedSection", message: text }] });

/**
 * The screen sends all dates. Only that of the named section is used: somebody else may have changed the others
 * meanwhile.
 */
const readDate = ({ dateDueBySection, dateDue, updatedSection }: DateChange): string | null => {
  const newDate = dateDueBySection[updatedSection] === undefined ? dateDue : dateDueBySection[updatedSection];
  if (newDate === undefined) throw invalidDate(TEXTS.noDate);
  return newDate;
};

/**
 * A queued part gets a date under the rules of the queue: not in the past and, where the company's automation sends it on that date whatever
 * it is, a moment at which the sender may send.
 */
const toDate = async (
  deps: MessageDeps,
  scope: Scope,
  message: LockedMessage,
  name: SectionHeader,
  chosen: string,
): Promise<Date> => {
  const channel = await findQueuedChannel(scope, message.id, name);
  if (!channel) return parseDayOrTime(chosen);
  return toAllowedDate(deps, scope, { ...message, channel }, requireDateNotPassed(chosen, deps.clock.now()));
};

/** Changes the due date of a section and of its queued part. */
export const moveDueDate = (
  deps: MessageDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
  change: DateChange,
): Promise<void> =>
  transaction(scope, async (scope) => {
    const key = change.updatedSection;
    const chosen = readDate(change);
    const message = await lockForChange(scope, id);
    if (message.status === "cancelled") throw new AppError("conflict", TEXTS.cancelled);
    if (!dueKeysOfMessageType(message.messageType).includes(key)) throw invalidDate(TEXTS.otherKind);
    const name = headerOfDueKey(key);
    const date = chosen === null ? null : await toDate(deps, scope, message, name, chosen);
    await moveQueuedPart(deps, scope, id, name, date);
    const after = { ...message, due: { ...message.due, [key]: date } };
    const audit = { before: { [key]: message.due[key] }, after: { [key]: date } };
    await changeMessage(deps, scope, actor, message, after, { action: "message.due_changed", ...audit });
    await wakeDelivery(deps, scope);
  });
