import { useQueryClient } from "@tanstack/react-query";
import {
  type InvitationList,
  invitationQueueRoutes,
  MAX_LISTED_INVITATIONS,
  type QueuedInvitation,
} from "#contract/invitation-queue.ts";
import { call, errorMessage } from "#lib/api/api.ts";
import { sendInBatches } from "#lib/api/batches.ts";
import { refreshQueries } from "#lib/api/company-events.ts";
import { showError } from "#lib/api/show-error.ts";
import { useUndoableMutation } from "#lib/api/undo.tsx";
import { useGrowingList } from "#lib/lists/growing-list.ts";
import { showToast } from "#ui/feedback/toast.tsx";

/** Query keys start with the event topic that invalidates them. */
const QUEUE = ["invitations", "queue"] as const;

export type InvitationFilters = { list: InvitationList; sender: string | undefined; search: string | undefined };

export const useInvitations = ({ list, sender, search }: InvitationFilters) =>
  useGrowingList({
    queryKey: [...QUEUE, list, sender ?? "", search ?? ""],
    read: (limit, signal) =>
      call(invitationQueueRoutes.invitations, {
        query: { list, ...(sender ? { sender } : {}), ...(search ? { search } : {}), limit },
        signal,
      }),
    lengthOf: ({ items }) => items.length,
    pageSize: 200,
    max: MAX_LISTED_INVITATIONS,
  });

/** Who sends an invitation that was queued in Airtable: a hold here does not stop the automation there. */
const explainSender = ({ senderName }: QueuedInvitation, isOnHold: boolean): string =>
  isOnHold
    ? "De automatisering in Airtable kan haar nog versturen: zet haar ook daar in de wacht."
    : `Ze gaat nu via het LinkedIn-account van ${senderName || "de afzender"}, niet meer via de automatisering in Airtable.`;

export function useSetInvitationHold() {
  const client = useQueryClient();
  return useUndoableMutation({
    mutationFn: ({ row, isOnHold }: { row: QueuedInvitation; isOnHold: boolean }) =>
      call(invitationQueueRoutes.holdInvitations, { body: { invitationIds: [row.id], isOnHold } }),
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
  return useUndoableMutation({
    mutationFn: ({ id }: QueuedInvitation) => call(invitationQueueRoutes.withdrawInvitation, { params: { id } }),
    onSuccess: ({ message }) => showToast({ title: "Ingetrokken", description: message }),
    onError: (error) => showError(error, "De uitnodiging kon niet worden ingetrokken."),
    onSettled: () => refreshQueries(client, [QUEUE]),
  });
}

const countInvitations = (count: number): string => (count === 1 ? "1 uitnodiging" : `${count} uitnodigingen`);

/** Puts several on hold or back; those that were sent or changed meanwhile are named by their number. */
export function useSetInvitationHolds() {
  const client = useQueryClient();
  return useUndoableMutation({
    mutationFn: async ({ rows, isOnHold }: { rows: readonly QueuedInvitation[]; isOnHold: boolean }) => {
      const ids = rows.map(({ id }) => id);
      const { answers, refused } = await sendInBatches(ids, (invitationIds) =>
        call(invitationQueueRoutes.holdInvitations, { body: { invitationIds, isOnHold } }),
      );
      return { changed: answers.reduce((sum, { changed }) => sum + changed, 0), refused };
    },
    onSuccess: ({ changed, refused }, { rows, isOnHold }) => {
      const place = isOnHold ? "in de wacht" : "weer in de wachtrij";
      const missed = rows.length - changed - refused.length;
      const sentences = [
        changed > 0 && `${countInvitations(changed)} ${changed === 1 ? "staat" : "staan"} ${place}.`,
        missed > 0 && `${countInvitations(missed)} ${missed === 1 ? "was" : "waren"} al verstuurd of gewijzigd.`,
        refused[0] && `Niet gelukt bij ${countInvitations(refused.length)}: ${refused[0].reason}`,
        isOnHold &&
          rows.some(({ isFromAirtable }) => isFromAirtable) &&
          "De automatisering in Airtable kan die van daar nog versturen: zet ze ook daar in de wacht.",
      ];
      showToast({
        title: isOnHold ? "In de wacht" : "Teruggezet",
        description: sentences.filter(Boolean).join(" "),
        ...(changed === 0 ? { title: "Niet gewijzigd", tone: "info" as const } : {}),
      });
    },
    onError: (error) => showError(error, "De uitnodigingen konden niet worden gewijzigd."),
    onSettled: () => refreshQueries(client, [QUEUE]),
  });
}

/** One after the other: LinkedIn is asked about each, and a refused one must not stop the others. */
const withdrawEach = async (rows: readonly QueuedInvitation[]) => {
  const problems: string[] = [];
  for (const { id, fullName } of rows)
    await call(invitationQueueRoutes.withdrawInvitation, { params: { id } }).catch((error: unknown) =>
      problems.push(`${fullName}: ${errorMessage(error, "niet ingetrokken.")}`),
    );
  return problems;
};

export function useWithdrawInvitations() {
  const client = useQueryClient();
  return useUndoableMutation({
    mutationFn: withdrawEach,
    onSuccess: (problems, rows) => {
      const withdrawn = rows.length - problems.length;
      const [problem] = problems;
      const done = `${countInvitations(withdrawn)} ingetrokken.`;
      if (problem === undefined) return showToast({ title: "Ingetrokken", description: done });
      const others = problems.length > 1 ? ` En nog ${problems.length - 1}.` : "";
      showToast({
        title: "Niet alles ingetrokken",
        description: `${done} Niet gelukt: ${problem}${others}`,
        tone: "destructive",
      });
    },
    onSettled: () => refreshQueries(client, [QUEUE]),
  });
}
