import { parseSections, readHeader, replaceSections, type Section } from "#contract/message-text.ts";
import { AppError } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import { noteNew } from "#server/features/airtable/airtable.service.ts";
import type { Author } from "#server/features/audit/audit.service.ts";
import { changeMessage, holdMessage, type Needs, replaceText } from "./message-change.ts";
import { requireNext, TEXTS } from "./messages.policy.ts";
import { type Adjustment, insertAdjustments } from "./messages.queries.ts";

type Edits = Readonly<Record<string, string>>;

const invalid = (text: string): AppError =>
  new AppError("invalid", text, { details: [{ path: "editedContent", message: text }] });

/** A text area gives every line end back as a line feed, which is no change of the text. */
const sameText = (one: string, other: string): boolean =>
  one.replaceAll("\r\n", "\n") === other.replaceAll("\r\n", "\n");

/** The parts that really change. A header that the message does not have is refused. */
const findAdjustments = (sections: readonly Section[], edits: Edits): Adjustment[] =>
  Object.entries(edits).flatMap(([written, text]) => {
    const name = readHeader(written).toLowerCase();
    const section = sections.find(({ header }) => header.toLowerCase() === name);
    if (!section) throw invalid(TEXTS.unknownSection);
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
  if (JSON.stringify(read) !== JSON.stringify(wanted)) throw invalid(TEXTS.headerInText);
  return changed;
};

const textsOf = (adjustments: readonly Adjustment[], which: "original" | "edited") =>
  Object.fromEntries(adjustments.map((made) => [made.section, made[which]]));

/** Edits parts of a message. Each that changes leaves an adjustment; when none does, nothing happens at all. */
export const editMessage = (
  needs: Needs,
  scope: Scope,
  author: Author,
  id: string,
  { editedContent, contentVersion }: { editedContent: Edits; contentVersion?: number | undefined },
): Promise<void> =>
  transaction(scope, async (scope) => {
    const message = await holdMessage(scope, id, contentVersion);
    const status = requireNext(message.status, "edit");
    const sections = parseSections(message.content);
    const adjustments = findAdjustments(sections, editedContent);
    if (adjustments.length === 0) return;
    const content = applyAdjustments(message.content, sections, adjustments);
    const text = await replaceText(needs, scope, message, content, "edit");
    const made = await insertAdjustments(scope, id, adjustments, needs.clock.now());
    for (const adjustment of made) await noteNew(scope, "adjustments", adjustment);
    await changeMessage(
      needs,
      scope,
      author,
      message,
      { ...message, ...text, status, regenerating: false },
      { action: "message.edited", before: textsOf(adjustments, "original"), after: textsOf(adjustments, "edited") },
    );
  });
