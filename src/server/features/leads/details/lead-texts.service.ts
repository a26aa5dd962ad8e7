import type { LeadText } from "#contract/lead-details.ts";
import { OLDER_CONVERSATIONS, parseConversation, parseSections } from "#contract/message-text.ts";
import type { Scope } from "#platform/database/scope.ts";
import { readConversation } from "#server/features/linkedin/conversations/inbox.service.ts";
import { requireLead } from "../leads.service.ts";
import { findMessageContents, findSentTexts, toInstants } from "./lead-texts.queries.ts";

/** The section with older conversations of the latest message that has one. */
const findOlderConversation = async (scope: Scope, leadId: string): Promise<string> => {
  const sections = (await findMessageContents(scope, leadId)).flatMap(parseSections);
  return sections.find(({ header, text }) => header === OLDER_CONVERSATIONS && text !== "")?.text ?? "";
};

const VALID_TIME = /^[1-9]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
const isRealTime = (at: string): boolean =>
  VALID_TIME.test(at) && new Date(`${at.replace(" ", "T")}Z`).toISOString().startsWith(at.slice(0, 10));

const findOlderTexts = async (scope: Scope, leadId: string, fullName: string): Promise<LeadText[]> => {
  const older = parseConversation(await findOlderConversation(scope, leadId)).filter(({ at }) => isRealTime(at));
  const instants = await toInstants(
    scope,
    older.map(({ at }) => at),
  );
  return older.map(({ sender, text, fromSales }, index) => ({
    id: `older-${index}`,
    at: instants[index] ?? "",
    direction: fromSales ? "out" : "in",
    by: fromSales ? sender : fullName,
    name: null,
    text,
  }));
};

const findLinkedInTexts = async (scope: Scope, leadId: string): Promise<LeadText[]> => {
  const { messages } = await readConversation(scope, leadId);
  return messages
    .filter(({ pending }) => pending === null)
    .map(({ id, at, isOurs, author, text }) => ({
      id,
      at,
      direction: isOurs ? "out" : "in",
      by: author,
      name: null,
      text,
    }));
};

const textKey = ({ direction, text }: LeadText): string =>
  `${direction} ${text.replace(/\s+/g, " ").trim().toLowerCase()}`;

/** What was sent to a lead and what the lead wrote: from the queue, from LinkedIn, and from the older conversations of messages. */
export const readTexts = async (scope: Scope, leadId: string): Promise<LeadText[]> => {
  const { fullName } = await requireLead(scope, leadId);
  const sources = [
    await findSentTexts(scope, leadId),
    await findLinkedInTexts(scope, leadId),
    await findOlderTexts(scope, leadId, fullName),
  ];
  // A text that several sources have is shown once, with the details of the first. Of one source every text is shown: people
  // write "Ja" twice.
  const known = new Set<string>();
  const texts = sources.flatMap((source) => {
    const added = source.filter((entry) => !known.has(textKey(entry)));
    for (const entry of source) known.add(textKey(entry));
    return added;
  });
  return texts.toSorted((one, other) => one.at.localeCompare(other.at));
};
