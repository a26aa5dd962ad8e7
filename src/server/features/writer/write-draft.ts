import type { z } from "zod";
import { joinSections, OLDER_CONVERSATIONS, parseSections, UNNAMED_SECTION } from "#contract/message-text.ts";
import type { MessageType } from "#contract/messages.ts";
import { describeTooLongPrompt, isTooLongForWriter } from "#contract/prompts.ts";
import type { FormOfAddress } from "#contract/sender-forms.ts";
import { askWithRepair, type RecordCall } from "./ask-with-repair.ts";
import { collectFacts, type Fact, firstNameOf, usableSentences } from "./facts.ts";
import {
  checkDraft,
  type DraftContext,
  type DraftSection,
  greetingFor,
  selectSections,
  textOfSection,
  type Warning,
} from "./guardrails.ts";
import { type ModelAccess, type ModelDeps, unusableAnswer } from "./language-model.ts";
import type { WritingSubject } from "./writer.queries.ts";
import { buildDraftQuestion, type draftAnswer, fillVariables, type WritingTask } from "./writing-prompt.ts";
import type { WritingKind } from "./writing-requests.queries.ts";

const HEADERS: Readonly<Record<MessageType, readonly string[]>> = {
  icebreaker: ["Ice Breaker", "Bericht 1", "Bericht 2", "Bericht 3"],
  followup: ["Follow up 1", "Follow up 2", "Follow up 3"],
};

const STANDARD_PROMPT =
  "Schrijf vriendelijk, nuchter en persoonlijk, in correct Nederlands. Het doel is een antwoord; verkoop nog niets.";

/** "u" where the sender or the company's prompt says so. */
const formOfAddressOf = (sender: FormOfAddress, prompt: string): FormOfAddress =>
  /\bu-vorm\b/i.test(prompt) ? "u" : sender;

/** The sections of the text that the feedback names, or all of them when a part of the feedback is under no header. */
const headersToRewrite = (content: string, feedback: string): string[] => {
  const existing = parseSections(content)
    .filter(({ header, text }) => header !== OLDER_CONVERSATIONS && (header !== UNNAMED_SECTION || text !== ""))
    .map(({ header }) => header);
  const comments = parseSections(feedback);
  const isGeneral = comments.some(({ header, text }) => header === UNNAMED_SECTION && text !== "");
  if (existing.length === 0) throw new NoTextError("Dit bericht heeft geen tekst om te herschrijven.");
  return isGeneral ? existing : existing.filter((header) => comments.some((comment) => comment.header === header));
};

export interface PreparedTask {
  task: WritingTask;
  context: DraftContext;
}

/** Why no text is written, for the user: something required is missing, or the text is not wanted any more. */
export class NoTextError extends Error {
  override readonly name = "NoTextError";
}

/** The company's prompt, always as a whole: the last sentence may be the one that forbids something. */
export const requireUsablePrompt = ({ prompt }: Pick<WritingSubject, "prompt">): string | undefined => {
  if (prompt && isTooLongForWriter(prompt.text)) throw new NoTextError(describeTooLongPrompt(prompt.text));
  return prompt?.text;
};

/** What the model is asked, and what its answer is checked against. */
export const prepareTask = (
  subject: WritingSubject,
  { kind, messageType }: { kind: WritingKind; messageType: MessageType },
  factLimit?: number,
): PreparedTask => {
  const { lead, senderName, companyName, message } = subject;
  const firstName = firstNameOf(lead.fullName);
  if (!firstName) throw new NoTextError("De voornaam van deze lead ontbreekt. Vul die eerst aan.");
  const facts = collectFacts(lead, new Set(subject.struck), factLimit);
  const promptText = requireUsablePrompt(subject) ?? STANDARD_PROMPT;
  const values = {
    am: senderName,
    bedrijf: companyName,
    // A single word of letters is safe in the instructions. Other values of a lead could be instructions themselves: they are part of the
    // data, and the placeholders refer to them there.
    voornaam: firstName,
    naam: "[Naam]",
    functie: "[Functie]",
  };
  const companyPrompt = fillVariables(promptText, values);
  const sections = parseSections(message?.content ?? "");
  const olderText = sections.find(({ header }) => header === OLDER_CONVERSATIONS)?.text ?? "";
  const conversation = usableSentences(olderText).join("\n") || undefined;
  const feedback = kind === "rewrite" ? message?.feedback?.trim() : undefined;
  const headers = feedback ? headersToRewrite(message?.content ?? "", feedback) : HEADERS[messageType];
  if (headers.length === 0) throw new NoTextError("De feedback gaat over een onderdeel dat niet in dit bericht staat.");
  const formOfAddress = formOfAddressOf(subject.formOfAddress, promptText);
  const currentText = joinSections(sections.filter(({ header }) => header !== OLDER_CONVERSATIONS));
  const rewrite = feedback ? { currentText, feedback } : undefined;
  return {
    task: {
      messageType,
      headers,
      companyPrompt,
      senderName,
      senderCompany: companyName,
      formOfAddress,
      lead: { fullName: lead.fullName, firstName },
      facts,
      conversation,
      rewrite,
    },
    context: {
      headers,
      facts,
      ownText: [
        companyPrompt,
        senderName,
        companyName,
        lead.fullName,
        conversation,
        rewrite?.feedback,
        rewrite?.currentText,
      ].join("\n"),
      formOfAddress,
      hasConversation: Boolean(conversation),
    },
  };
};

export interface WrittenDraft {
  sections: DraftSection[];
  facts: readonly Fact[];
  warnings: Warning[];
  model: string;
}

const GREETING = /^(?:hoi|hey|hi|hallo|dag|beste|geachte|goede(?:ndag|morgen|middag))\b[^,.!?]{0,40},\s*/i;

/** A greeting of the model is removed: ours comes from the lead's data. */
const withoutGreeting = ({ header, sentences }: DraftSection): DraftSection => ({
  header,
  sentences: sentences.map((sentence, index) => {
    const text = index === 0 ? sentence.text.replace(GREETING, "") : sentence.text;
    return { ...sentence, text: text.charAt(0).toUpperCase() + text.slice(1) };
  }),
});

/**
 * Asks the model, checks the answer, and asks once for a better one. What is still wrong then becomes a visible warning: a
 * person decides. Answers that cannot be used at all end in a ModelError.
 */
export const writeDraft = async (
  deps: ModelDeps,
  access: ModelAccess,
  { task, context }: PreparedTask,
  recordCall: RecordCall,
  signal?: AbortSignal,
): Promise<WrittenDraft> => {
  const sectionsOf = ({ sections }: z.infer<typeof draftAnswer>) =>
    selectSections(sections.map(withoutGreeting), context.headers);
  const check = (answer: z.infer<typeof draftAnswer>) => {
    const sections = sectionsOf(answer);
    // Such an answer would replace the text of a message by nothing.
    if (sections.every((section) => textOfSection(section) === "")) throw unusableAnswer(JSON.stringify(answer));
    return checkDraft(sections, context);
  };
  const { value, ...rest } = await askWithRepair(
    deps,
    access,
    { question: buildDraftQuestion(task), check },
    recordCall,
    signal,
  );
  return { ...rest, sections: sectionsOf(value), facts: context.facts };
};

/** The text of each section, with the greeting that the lead's data determine. */
export const renderSections = (
  sections: readonly DraftSection[],
  { formOfAddress, lead }: WritingTask,
): Map<string, string> =>
  new Map(
    sections.map((section) => [section.header, `${greetingFor(formOfAddress, lead)}\n\n${textOfSection(section)}`]),
  );
