import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { linkedInRoutes } from "#contract/linkedin.ts";
import type { RawBody } from "#contract/route.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import { call } from "../api/api.ts";
import { showError } from "../api/show-error.ts";

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

export function useAnswer(leadId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RawBody<typeof linkedInRoutes.answer>) =>
      call(linkedInRoutes.answer, { params: { id: leadId }, body }),
    onSuccess: (conversation, { when }) => {
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
      client.setQueryData(conversationKey(leadId), conversation);
      void client.invalidateQueries({ queryKey: [INBOX] });
      showToast({ title: "Opgeslagen", description: `De reactie van ${conversation.fullName} is verwerkt.` });
    },
    onError: (error) => showError(error, "De reactie kon niet worden opgeslagen."),
  });
}
