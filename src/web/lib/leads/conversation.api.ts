import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Classification, classificationLabel, stoppedMessagesText } from "#contract/classification.ts";
import { inboxRoutes, type LeadConversation, MAX_CONVERSATIONS } from "#contract/inbox.ts";
import { leadDetailsRoutes } from "#contract/lead-details.ts";
import { leadsRoutes } from "#contract/leads.ts";
import type { RawBody, ResponseOf } from "#contract/route.ts";
import { UNDO_SECONDS } from "#contract/undo.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import { call } from "../api/api.ts";
import { refreshQueries } from "../api/company-events.ts";
import { showError } from "../api/show-error.ts";
import { useUndoableMutation } from "../api/undo.tsx";
import { formatDateTime } from "../dates/dates.ts";
import { forgetStored, restoreStored } from "../forms/stored-text.ts";
import { useGrowingList } from "../lists/growing-list.ts";
import { useCurrentUser } from "../session/session.ts";
import { isSoon } from "./planned-answer.ts";

/** Query keys start with the event topic that invalidates them. */
const INBOX = "inbox";
const conversationKey = (leadId: string) => [INBOX, "conversation", leadId];

export const useInbox = () =>
  useGrowingList({
    queryKey: [INBOX, "list"],
    read: (limit, signal) => call(inboxRoutes.inbox, { query: { limit }, signal }),
    lengthOf: ({ length }) => length,
    pageSize: 100,
    max: MAX_CONVERSATIONS,
  });

/** The number beside the inbox in the menu, which has the same key. */
export const useUnansweredCount = () =>
  useQuery({
    queryKey: [INBOX, "count"],
    queryFn: ({ signal }) => call(inboxRoutes.inboxCount, { signal }),
  }).data?.unanswered;

export const useConversation = (leadId: string) =>
  useQuery({
    queryKey: conversationKey(leadId),
    queryFn: ({ signal }) => call(inboxRoutes.conversation, { params: { id: leadId }, signal }),
  });

/** What was sent to the lead and what the lead wrote, through any channel. */
export const useTexts = (id: string) =>
  useQuery({
    queryKey: ["queue", "texts", id],
    queryFn: ({ signal }) => call(leadDetailsRoutes.texts, { params: { id }, signal }),
  });

/** Where the browser keeps an answer that is not sent yet: per user, because colleagues may share a computer. */
export const useDraftKey = (leadId: string) => `answer:${useCurrentUser().id}:${leadId}`;

const describeAnswer = (
  { messages, undo }: ResponseOf<typeof inboxRoutes.answer>,
  { text, when }: RawBody<typeof inboxRoutes.answer>,
): string => {
  const { plannedAt = null, problem = null } =
    messages.findLast((message) => message.pending && message.text === text.trim())?.pending ?? {};
  if (plannedAt !== null && !isSoon(plannedAt))
    return [`Je antwoord gaat weg op ${formatDateTime(plannedAt)}.`, problem].filter(Boolean).join(" ");
  if (plannedAt === null && problem !== null) return `Je antwoord wacht. ${problem}`;
  if (plannedAt === null && when === "next") return "Je antwoord gaat weg binnen de werktijden van de afzender.";
  return undo ? `Je antwoord gaat over ${UNDO_SECONDS} seconden weg.` : "Je antwoord wordt nu verstuurd.";
};

export function useAnswer(leadId: string, onUndone?: () => void) {
  const client = useQueryClient();
  const draftKey = useDraftKey(leadId);
  return useUndoableMutation({
    mutationFn: (body: RawBody<typeof inboxRoutes.answer>) =>
      call(inboxRoutes.answer, { params: { id: leadId }, body }),
    onSuccess: (answered, answer, offerUndo) => {
      const { undo, ...conversation } = answered;
      // Also after the user opened another conversation.
      forgetStored(draftKey, answer.text);
      client.setQueryData(conversationKey(leadId), conversation);
      void client.invalidateQueries({ queryKey: [INBOX] });
      showToast({
        title: "Antwoord klaargezet",
        description: describeAnswer(answered, answer),
        ...offerUndo({
          undos: [undo],
          undoneText: `Je antwoord aan ${conversation.fullName} gaat niet weg. De tekst staat er weer.`,
          refresh: [[INBOX], ["queue"]],
          onAccepted: () => restoreStored(draftKey, answer.text),
          ...(onUndone && { onUndone }),
        }),
      });
    },
    onError: (error) => showError(error, "Het antwoord kon niet worden verstuurd."),
  });
}

/** The ids are in the order in which the messages came in. */
const lastReplyId = ({ messages }: LeadConversation): string | undefined =>
  messages
    .filter(({ isOurs }) => !isOurs)
    .map(({ id }) => id)
    .toSorted()
    .at(-1);

/** What the user decides about the replies in this conversation, as it is on the screen. With an undo in the toast. */
export function useReact(shown: LeadConversation, onUndone: () => void) {
  const client = useQueryClient();
  const { leadId } = shown;
  return useUndoableMutation({
    mutationFn: (body: Omit<RawBody<typeof inboxRoutes.react>, "seenReplyId">) =>
      call(inboxRoutes.react, { params: { id: leadId }, body: { ...body, seenReplyId: lastReplyId(shown) } }),
    onSuccess: ({ undo, ...conversation }, _reaction, offerUndo) => {
      const before = client.getQueryData<LeadConversation>(conversationKey(leadId));
      client.setQueryData(conversationKey(leadId), conversation);
      void client.invalidateQueries({ queryKey: [INBOX] });
      showToast({
        title: "Opgeslagen",
        description: describeReaction(conversation, before),
        ...offerUndo({
          undos: [undo],
          undoneText: `De reactie van ${conversation.fullName} staat weer zoals die stond.`,
          refresh: [[INBOX], ["leads"], ["messages"], ["queue"]],
          onUndone,
        }),
      });
    },
    onError: (error) => showError(error, "De reactie kon niet worden opgeslagen."),
  });
}

const describeReaction = (
  { fullName, isAnswered, leadClassification }: LeadConversation,
  before: LeadConversation | undefined,
): string => {
  const reaction = `De reactie van ${fullName} ${isAnswered ? "is verwerkt" : "wacht nog op je antwoord"}.`;
  const hasChanged = before !== undefined && before.leadClassification !== leadClassification;
  return hasChanged ? `${reaction} ${fullName} staat nu op ${leadClassification ?? "geen classificatie"}.` : reaction;
};

/** Classifies the lead from the conversation, with an undo in the toast. */
export function useClassifyPartner(leadId: string) {
  const client = useQueryClient();
  const refresh = [[INBOX], ["leads"], ["queue"]];
  return useUndoableMutation({
    mutationFn: (classification: Classification) =>
      call(leadsRoutes.classify, { params: { leadId }, body: { classification } }),
    onSuccess: ({ fullName, stoppedMessages, undo }, classification, offerUndo) =>
      showToast({
        title: "Classificatie Bijgewerkt",
        description: `${fullName} staat nu op ${classificationLabel(classification)}.${stoppedMessagesText(stoppedMessages)}`,
        ...offerUndo({ undos: [undo], undoneText: `De classificatie van ${fullName} is teruggezet.`, refresh }),
      }),
    onError: (error) => showError(error, "Kon classificatie niet bijwerken. Probeer opnieuw."),
    onSettled: () => refreshQueries(client, refresh),
  });
}
