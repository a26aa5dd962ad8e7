import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type InvitationList, linkedInRoutes, type QueuedInvitation } from "#contract/linkedin.ts";
import { call } from "#lib/api/api.ts";
import { refreshQueries } from "#lib/api/company-events.ts";
import { showError } from "#lib/api/show-error.ts";
import { showToast } from "#ui/feedback/toast.tsx";

/** Query keys start with the event topic that invalidates them. */
const QUEUE = ["invitations", "queue"] as const;

export const useInvitations = (list: InvitationList, sender: string | undefined) =>
  useQuery({
    queryKey: [...QUEUE, list, sender ?? ""],
    queryFn: ({ signal }) =>
      call(linkedInRoutes.invitations, { query: { list, ...(sender ? { sender } : {}) }, signal }),
    placeholderData: keepPreviousData,
  });

/** Who sends an invitation that was queued in Airtable: a hold here does not stop the automation there. */
const explainSender = ({ senderName }: QueuedInvitation, isOnHold: boolean): string =>
  isOnHold
    ? "De automatisering in Airtable kan haar nog versturen: zet haar ook daar in de wacht."
    : `Ze gaat nu via het LinkedIn-account van ${senderName || "de afzender"}, niet meer via de automatisering in Airtable.`;

export function useSetInvitationHold() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ row, isOnHold }: { row: QueuedInvitation; isOnHold: boolean }) =>
      call(linkedInRoutes.holdInvitations, { body: { leadIds: [row.leadId], isOnHold } }),
    onSuccess: ({ changed }, { row, isOnHold }) => {
      const { fullName, isFromAirtable } = row;
      if (changed === 0) {
        const description = `De uitnodiging aan ${fullName} is al verstuurd of gewijzigd.`;
        return showToast({ title: "Niet gewijzigd", description, tone: "info" });
      }
      const place = isOnHold ? "in de wacht" : "weer in de wachtrij";
      showToast({
        title: isOnHold ? "In de wacht" : "Teruggezet",
        description: `De uitnodiging aan ${fullName} staat ${place}.${isFromAirtable ? ` ${explainSender(row, isOnHold)}` : ""}`,
      });
    },
    onError: (error) => showError(error, "De uitnodiging kon niet worden gewijzigd."),
    onSettled: () => refreshQueries(client, [QUEUE]),
  });
}

export function useWithdrawInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: QueuedInvitation) => call(linkedInRoutes.withdrawInvitation, { params: { id } }),
    onSuccess: ({ message }) => showToast({ title: "Ingetrokken", description: message }),
    onError: (error) => showError(error, "De uitnodiging kon niet worden ingetrokken."),
    onSettled: () => refreshQueries(client, [QUEUE]),
  });
}
