import {
  dueKeysOf,
  headerOf,
  parseSections,
  readHeader,
  replaceSections,
  type Section,
} from "#contract/message-text.ts";
import type { MessageChange } from "#contract/messages.ts";
import { AppError } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import { enqueueNewRow } from "#server/features/airtable/airtable.service.ts";
import type { Author } from "#server/features/audit/audit.service.ts";
import { wakeDelivery } from "#server/features/automation/automation.service.ts";
import { moveWaiting } from "#server/features/queue/queue.service.ts";
import { changeMessage, lockForChange, type MessageDeps, replaceText, storeCurrentVersion } from "./message-store.ts";
import { requireNextStatus, TEXTS } from "./messages.policy.ts";
import { type Adjustment, insertAdjustments, type LockedMessage } from "./messages.queries.ts";

type Edits = Readonly<Record<string, string>>;

const invalidEdit = (text: string): AppError =>
  new AppError("invalid", text, { details: [{ path: "editedContent", message: text }] });

/** A text area gives every line end back as a line feed, which is no change of the text. */
const sameText = (one: string, other: string): boolean =>
  one.replaceAll("\r\n", "\n") === other.replaceAll("\r\n", "\n");

/** The parts that really change. A header that the message does not have is refused. */
const findAdjustments = (sections: readonly Section[], edits: Edits): Adjustment[] =>
  Object.entries(edits).flatMap(([written, text]) => {
    const name = readHeader(written).toLowerCase();
    const section = sections.find(({ header }) => header.toLowerCase() === name);
    if (!section) throw invalidEdit(TEXTS.unknownSection);
    const edited = text.trim();
    return sameText(section.text, edited) ? [] : [{ section: section.header, original: section.text, edited }];
  });

/** The content with the new texts. One in which they would be read as other parts than they are is refused. */
const applyAdjustments = (
  content: string,
  sections: readonly Section[],
  adjustments: readonly Adjustment[],
): string => {
  const edits = new Map(adjustments.map(({ section, edited }) => [section, edited]));
  const changed = replaceSections(content, Object.fromEntries(edits)) ?? content;
  const wanted = sections.map(({ header, text }) => [header, edits.get(header) ?? text]);
  const read = parseSections(changed).map(({ header, text }) => [header, text]);
  if (JSON.stringify(read) !== JSON.stringify(wanted)) throw invalidEdit(TEXTS.headerInText);
  return changed;
};

const textsBySection = (adjustments: readonly Adjustment[], which: "original" | "edited") =>
  Object.fromEntries(adjustments.map((made) => [made.section, made[which]]));

/** Edits parts of a message. Each that changes leaves an adjustment; when none does, nothing happens at all. */
export const editMessage = (
  deps: MessageDeps,
  scope: Scope,
  author: Author,
  id: string,
  { editedContent, contentVersion }: { editedContent: Edits; contentVersion?: number | undefined },
): Promise<void> =>
  transaction(scope, async (scope) => {
    const message = await lockForChange(scope, id, contentVersion);
    const status = requireNextStatus(message.status, "edit");
    const sections = parseSections(message.content);
    const adjustments = findAdjustments(sections, editedContent);
    if (adjustments.length === 0) return;
    const content = applyAdjustments(message.content, sections, adjustments);
    const text = await replaceText(deps, scope, message, content, "edit");
    const made = await insertAdjustments(scope, id, adjustments, deps.clock.now());
    for (const adjustment of made) await enqueueNewRow(scope, "adjustments", adjustment);
    await changeMessage(
      deps,
      scope,
      author,
      message,
      { ...message, ...text, status, regenerating: false },
      {
        action: "message.edited",
        before: textsBySection(adjustments, "original"),
        after: textsBySection(adjustments, "edited"),
      },
    );
  });

/** Somebody has asked about this very text, and the answer has not come. */
const isRegenerating = ({ regenerating, requestedVersion, contentVersion }: LockedMessage): boolean =>
  regenerating && requestedVersion === contentVersion;

/** Asks for a new text, with what is wrong with this one. The version it was said about is what a new one may replace. */
export const rewriteMessage = (
  deps: MessageDeps,
  scope: Scope,
  author: Author,
  id: string,
  { feedback, contentVersion }: { feedback: string; contentVersion?: number | undefined },
): Promise<void> =>
  transaction(scope, async (scope) => {
    const message = await lockForChange(scope, id, contentVersion);
    const status = requireNextStatus(message.status, "rewrite");
    const isSameQuestion = message.status === status && message.feedback === feedback;
    if (isSameQuestion && isRegenerating(message)) return;
    await storeCurrentVersion(deps, scope, message, feedback);
    const question = { status, feedback, regenerating: true, requestedVersion: message.contentVersion };
    // The same words about another text would look at Airtable like nothing new; the moment tells them apart.
    const asked = isSameQuestion ? { ...question, rerunRequestedAt: deps.clock.now() } : question;
    await changeMessage(
      deps,
      scope,
      author,
      message,
      { ...message, ...asked },
      { action: "message.rewritten", before: { feedback: message.feedback }, after: { feedback } },
    );
  });

/** Asks for a new text from scratch. */
export const rerunMessage = (deps: MessageDeps, scope: Scope, author: Author, id: string): Promise<void> =>
  transaction(scope, async (scope) => {
    const message = await lockForChange(scope, id);
    const status = requireNextStatus(message.status, "rerun");
    await storeCurrentVersion(deps, scope, message);
    const rerunRequestedAt = deps.clock.now();
    const asked = { status, rerunRequestedAt, regenerating: true, requestedVersion: message.contentVersion };
    await changeMessage(deps, scope, author, message, { ...message, ...asked }, { action: "message.rerun" });
  });

type DateChange = Extract<MessageChange, { updatedSection: unknown }>;

const invalidDate = (text: string): AppError =>
  new AppError("invalid", text, { details: [{ path: "updatedSection", message: text }] });

/** The screen sends every date it knows. Only the named part's is taken: the others may be somebody else's newer ones. */
const readDate = ({ dateDueBySection, dateDue, updatedSection }: DateChange): Date | null => {
  const given = dateDueBySection[updatedSection] === undefined ? dateDue : dateDueBySection[updatedSection];
  if (given === undefined) throw invalidDate(TEXTS.noDate);
  return given === null ? null : new Date(given);
};

/** Moves the due date of one part, and the part itself where it waits in the queue. */
export const moveDueDate = (
  deps: MessageDeps,
  scope: Scope,
  author: Author,
  id: string,
  change: DateChange,
): Promise<void> =>
  transaction(scope, async (scope) => {
    const key = change.updatedSection;
    const date = readDate(change);
    const message = await lockForChange(scope, id);
    if (message.status === "cancelled") throw new AppError("conflict", TEXTS.cancelled);
    if (!dueKeysOf(message.messageType).includes(key)) throw invalidDate(TEXTS.otherKind);
    await moveWaiting(deps, scope, id, headerOf(key), date);
    const after = { ...message, due: { ...message.due, [key]: date } };
    const told = { before: { [key]: message.due[key] }, after: { [key]: date } };
    await changeMessage(deps, scope, author, message, after, { action: "message.due_changed", ...told });
    await wakeDelivery(deps, scope);
  });
