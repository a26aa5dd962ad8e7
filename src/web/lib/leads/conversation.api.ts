import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Classification, classificationLabel, stoppedMessagesText } from "#contract/classification.ts";
import { leadDetailsRoutes } from "#contract/lead-details.ts";
import { leadsRoutes } from "#contract/leads.ts";
import { type LeadConversation, linkedInRoutes } from "#contract/linkedin.ts";
import type { RawBody } from "#contract/route.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import { call } from "../api/api.ts";
import { refreshQueries } from "../api/company-events.ts";
import { showError } from "../api/show-error.ts";
import { useUndo } from "../api/undo.tsx";
import { forgetStored } from "../forms/stored-text.ts";

/** Query keys start with the event topic that invalidates them. */
const INBOX = "inbox";
const conversationKey = (leadId: string) => [INBOX, "conversation", leadId];

export const useInbox = () =>
  useQuery({ queryKey: [INBOX, "list"], queryFn: ({ signal }) => call(linkedInRoutes.inbox, { query: {}, signal }) });

export const useConversation = (leadId: string) =>
  useQuery({
    queryKey: conversationKey(leadId),
    queryFn: ({ signal }) => call(linkedInRoutes.conversation, { params: { id: leadId }, signal }),
  });

/** What was sent to the lead and what the lead wrote, through any channel. */
export const useTexts = (id: string) =>
  useQuery({
    queryKey: ["queue", "texts", id],
    queryFn: ({ signal }) => call(leadDetailsRoutes.texts, { params: { id }, signal }),
  });

/** Where the browser keeps an answer that is not sent yet. */
export const draftKey = (leadId: string) => `answer:${leadId}`;

export function useAnswer(leadId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RawBody<typeof linkedInRoutes.answer>) =>
      call(linkedInRoutes.answer, { params: { id: leadId }, body }),
    onSuccess: (conversation, { when, text }) => {
      // Also after the user opened another conversation.
      forgetStored(draftKey(leadId), text);
      client.setQueryData(conversationKey(leadId), conversation);
      void client.invalidateQueries({ queryKey: [INBOX] });
      const description =
        when === "now"
          ? "Je antwoord wordt nu verstuurd."
          : "Je antwoord gaat weg binnen de werktijden van de afzender.";
      showToast({ title: "Antwoord klaargezet", description });
    },
    onError: (error) => showError(error, "Het antwoord kon niet worden verstuurd."),
  });
}

export function useReact(leadId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RawBody<typeof linkedInRoutes.react>) =>
      call(linkedInRoutes.react, { params: { id: leadId }, body }),
    onSuccess: (conversation) => {
      const before = client.getQueryData<LeadConversation>(conversationKey(leadId));
      client.setQueryData(conversationKey(leadId), conversation);
      void client.invalidateQueries({ queryKey: [INBOX] });
      showToast({ title: "Opgeslagen", description: describeReaction(conversation, before) });
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
  const offerUndo = useUndo();
  const refresh = [[INBOX], ["leads"], ["queue"]];
  return useMutation({
    mutationFn: (classification: Classification) =>
      call(leadsRoutes.classify, { params: { leadId }, body: { classification } }),
    onSuccess: ({ fullName, stoppedMessages, undo }, classification) =>
      showToast({
        title: "Classificatie Bijgewerkt",
        description: `${fullName} staat nu op ${classificationLabel(classification)}.${stoppedMessagesText(stoppedMessages)}`,
        ...offerUndo({ undos: [undo], undoneText: `De classificatie van ${fullName} is teruggezet.`, refresh }),
      }),
    onError: (error) => showError(error, "Kon classificatie niet bijwerken. Probeer opnieuw."),
    onSettled: () => refreshQueries(client, refresh),
  });
}
