import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { LeadChange } from "#contract/forms.ts";
import { leadDetailsRoutes } from "#contract/lead-details.ts";
import { type Lead, leadsRoutes } from "#contract/leads.ts";
import { meetingsRoutes } from "#contract/meetings.ts";
import { call, callPage } from "#lib/api/api.ts";
import { refreshQueries } from "#lib/api/company-events.ts";
import { useUndoableMutation } from "#lib/api/undo.tsx";
import { forgetStored } from "#lib/forms/stored-text.ts";
import { patchCachedItems } from "#lib/lists/optimistic-update.ts";
import { useCurrentUser } from "#lib/session/session.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import { leadName } from "../detail/lead-details.tsx";
import { failureToast, LEAD_QUERIES, type LeadRow, rememberLeads, updateLeadRow } from "../leads.api.ts";

/** The keys begin with a topic: a change of a lead refetches them. */
export const useNotes = (id: string) =>
  useQuery({
    queryKey: ["leads", "notes", id],
    queryFn: ({ signal }) => call(leadDetailsRoutes.notes, { params: { id }, signal }),
  });

export const useTags = (id: string) =>
  useQuery({
    queryKey: ["leads", "tags", id],
    queryFn: ({ signal }) => call(leadDetailsRoutes.tags, { params: { id }, signal }),
  });

export const useDuplicates = (id: string) =>
  useQuery({
    queryKey: ["leads", "duplicates", id],
    queryFn: ({ signal }) => call(leadDetailsRoutes.duplicates, { params: { id }, signal }),
  });

export const useMeetingsOf = (leadId: string) =>
  useQuery({
    queryKey: ["meetings", "of-lead", leadId],
    queryFn: ({ signal }) => callPage(meetingsRoutes.list, { query: { leadId, limit: 100 }, signal }),
  });

/** Rejects with the server's reason, which the field shows. */
export function useEditLead(lead: Lead) {
  const client = useQueryClient();
  return useUndoableMutation({
    mutationFn: (body: LeadChange) => call(leadsRoutes.edit, { params: { id: lead.id }, body }),
    onSuccess: ({ undo, ...edited }, _change, offerUndo) => {
      const onUndone = rememberLeads(client, [edited.id]);
      // Onto the row: an invitation has fields of its own.
      patchCachedItems<LeadRow>(client, LEAD_QUERIES, (row) =>
        updateLeadRow(row, edited.id, (current) => ({ ...current, ...edited })),
      );
      showToast({
        title: "Lead bijgewerkt",
        description: `De gegevens van ${leadName(edited)} zijn opgeslagen.`,
        ...offerUndo({
          undos: [undo],
          undoneText: `De gegevens van ${leadName(edited)} zijn teruggezet.`,
          refresh: [["leads"], ["messages"]],
          onUndone,
        }),
      });
      void refreshQueries(client, [["leads"]]);
    },
  });
}

/** Where the browser keeps a note that is not saved yet: per user, because colleagues may share a computer. */
export const useNoteKey = (leadId: string) => {
  const { id: userId } = useCurrentUser();
  return (noteId: string | undefined) => `note:${userId}:${leadId}:${noteId ?? "new"}`;
};

type NoteChange = { noteId?: string; text: string };

/** Adds a note, or changes the one with this id. */
export function useSaveNote(id: string) {
  const client = useQueryClient();
  const noteKey = useNoteKey(id);
  return useUndoableMutation({
    mutationFn: ({ noteId, text }: NoteChange) =>
      noteId === undefined
        ? call(leadDetailsRoutes.addNote, { params: { id }, body: { text } })
        : call(leadDetailsRoutes.changeNote, { params: { id, noteId }, body: { text } }),
    // Also after the user opened another tab.
    onSuccess: (_, { noteId, text }) => forgetStored(noteKey(noteId), text),
    onError: (error) => showToast(failureToast("Kon de notitie niet opslaan. Probeer het opnieuw.")(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ["leads", "notes", id] }),
  });
}

export function useRemoveNote(id: string) {
  const client = useQueryClient();
  return useUndoableMutation({
    mutationFn: (noteId: string) => call(leadDetailsRoutes.removeNote, { params: { id, noteId } }),
    onSuccess: () => showToast({ title: "Notitie verwijderd", description: "De notitie is verwijderd." }),
    onError: (error) => showToast(failureToast("Kon de notitie niet verwijderen. Probeer het opnieuw.")(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ["leads", "notes", id] }),
  });
}

export function useSetTags(id: string) {
  const client = useQueryClient();
  const queryKey = ["leads", "tags", id];
  return useUndoableMutation({
    mutationFn: (body: { tags: string[]; before: string[] }) =>
      call(leadDetailsRoutes.setTags, { params: { id }, body }),
    onSuccess: (tags) => client.setQueryData(queryKey, tags),
    onError: (error) => showToast(failureToast("Kon de labels niet opslaan. Probeer het opnieuw.")(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ["leads", "filter-options"] }),
  });
}

export function useMergeLeads() {
  const client = useQueryClient();
  return useUndoableMutation({
    mutationFn: ({ keep, duplicate }: { keep: Lead; duplicate: Lead }) =>
      call(leadDetailsRoutes.merge, { params: { id: keep.id }, body: { duplicateId: duplicate.id } }),
    onSuccess: (kept, { duplicate }) => {
      patchCachedItems<LeadRow>(client, LEAD_QUERIES, (row) => updateLeadRow(row, duplicate.id, () => null));
      showToast({
        title: "Leads samengevoegd",
        description: `Alles van beide leads staat nu bij ${leadName(kept)}.`,
      });
    },
    onError: (error) => showToast(failureToast("Kon de leads niet samenvoegen. Probeer het opnieuw.")(error)),
    // Not awaited: the screen goes to the lead that stays before the deleted one is refetched.
    onSettled: () => void refreshQueries(client, [["leads"], ["messages"], ["queue"], ["invitations"], ["meetings"]]),
  });
}
