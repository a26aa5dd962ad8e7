import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { airtableRoutes } from "#contract/airtable.ts";
import type { SyncSettings } from "#contract/integration-forms.ts";
import type {
  BulkChoice,
  ConflictChoice,
  DeletionChoice,
  MissingChoice,
  ParkedRecord,
  RefusedErasure,
  SyncConflict,
} from "#contract/sync-questions.ts";
import type { SyncedTable } from "#contract/synced-tables.ts";
import { call } from "#lib/api/api.ts";
import { showRefusal } from "#lib/api/show-error.ts";
import { useUndoableMutation } from "#lib/api/undo.tsx";
import { removeStored } from "#lib/browser/browser-storage.ts";

import { showToast } from "#ui/feedback/toast.tsx";
import { resolvedToastText } from "./conflict-texts.ts";

/** Change events of the topic `sync` refetch it after every page of a sync run. */
const statusKey = ["sync", "status"] as const;

export const useSyncStatus = () =>
  useQuery({ queryKey: statusKey, queryFn: ({ signal }) => call(airtableRoutes.status, { signal }) });

function useRefreshStatus() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["sync"] });
}

const showFailure = (fallback: string) => (error: unknown) => showRefusal(error, fallback);

export const useConflicts = (page: number) =>
  useQuery({
    queryKey: ["sync", "conflicts", page],
    queryFn: ({ signal }) => call(airtableRoutes.conflicts, { query: { page: String(page) }, signal }),
    placeholderData: keepPreviousData,
  });

type ConflictResolution = { conflict: SyncConflict } & Pick<ConflictChoice, "choice" | "value">;

/** Where the browser keeps a merged text that is not saved yet. */
export const mergedTextKey = (conflictId: string) => `merge:${conflictId}`;

export function useResolveConflict() {
  return useUndoableMutation({
    mutationFn: ({ conflict: { id, version }, ...choice }: ConflictResolution) =>
      call(airtableRoutes.resolveConflict, { params: { id }, body: { ...choice, version } }),
    onSuccess: (_, { conflict, choice }) => {
      removeStored(mergedTextKey(conflict.id));
      showToast({ title: "Conflict opgelost", description: resolvedToastText(conflict, choice) });
    },
    onError: showFailure("Kon het conflict niet oplossen. Probeer het opnieuw."),
    onSettled: useRefreshStatus(),
  });
}

export function useResolveConflicts() {
  return useUndoableMutation({
    mutationFn: (body: BulkChoice) => call(airtableRoutes.resolveConflicts, { body }),
    onSuccess: ({ resolved, remaining }) =>
      showToast({
        title: resolved === 1 ? "1 conflict opgelost" : `${resolved} conflicten opgelost`,
        description:
          remaining > 0 ? `${remaining} zijn intussen gewijzigd; bekijk die opnieuw.` : "Beide kanten worden gelijk.",
      }),
    onError: showFailure("Kon de conflicten niet oplossen. Probeer het opnieuw."),
    onSettled: useRefreshStatus(),
  });
}

export function useRetryParkedRecord() {
  return useMutation({
    mutationFn: ({ table, recordId }: ParkedRecord) =>
      call(airtableRoutes.retryParkedRecord, { params: { table, recordId } }),
    onSuccess: (_, { recordName }) =>
      showToast({
        title: "Opnieuw geprobeerd",
        description: `${recordName} wordt opnieuw gesynchroniseerd. Lukt dat niet, dan komt het hier terug.`,
      }),
    onError: showFailure("Kon dit niet opnieuw proberen. Probeer het later nog eens."),
    onSettled: useRefreshStatus(),
  });
}

export function useAddChoice() {
  return useMutation({
    mutationFn: ({ table, field, value }: MissingChoice) =>
      call(airtableRoutes.addSelectChoice, { body: { table, field, value } }),
    onSuccess: (_, { value }) =>
      showToast({ title: "Keuze wordt toegevoegd", description: `${value} gaat mee met de synchronisatie.` }),
    onError: showFailure("Kon de keuze niet toevoegen. Probeer het opnieuw."),
    onSettled: useRefreshStatus(),
  });
}

export function useRetryErasures() {
  return useMutation({
    mutationFn: () => call(airtableRoutes.retryErasures),
    onSuccess: () =>
      showToast({
        title: "Opnieuw geprobeerd",
        description: "Airtable wordt opnieuw gevraagd deze records te wissen.",
      }),
    onError: showFailure("Kon dit niet opnieuw proberen. Probeer het later nog eens."),
    onSettled: useRefreshStatus(),
  });
}

export function useEndErasure() {
  return useMutation({
    mutationFn: ({ table, recordId }: RefusedErasure) =>
      call(airtableRoutes.endErasure, { params: { table, recordId } }),
    onSuccess: () =>
      showToast({ title: "Van de lijst gehaald", description: "In het Wijzigingslog staat wie dit heeft aangegeven." }),
    onError: showFailure("Kon dit niet opslaan. Probeer het opnieuw."),
    onSettled: useRefreshStatus(),
  });
}

const DELETION_TOASTS: Record<DeletionChoice["choice"], string> = {
  delete: "Ze worden hier ook verwijderd.",
  recreate: "Ze worden in Airtable opnieuw aangemaakt.",
};

export function useChooseDeletions() {
  return useUndoableMutation({
    mutationFn: ({ table, ...body }: DeletionChoice & { table: SyncedTable }) =>
      call(airtableRoutes.decideDeletions, { params: { table }, body }),
    onSuccess: (_, { choice }) => showToast({ title: "Keuze opgeslagen", description: DELETION_TOASTS[choice] }),
    onError: showFailure("Kon de keuze niet opslaan. Probeer het opnieuw."),
    onSettled: useRefreshStatus(),
  });
}

export function usePauseSync() {
  return useMutation({
    mutationFn: (body: { reason: string }) => call(airtableRoutes.pause, { body }),
    onSuccess: () => showToast({ title: "Synchronisatie gepauzeerd", description: "Hervat haar zodra het weer kan." }),
    onError: showFailure("Kon de synchronisatie niet pauzeren. Probeer het opnieuw."),
    onSettled: useRefreshStatus(),
  });
}

export function useResumeSync() {
  return useMutation({
    mutationFn: () => call(airtableRoutes.resume),
    onSuccess: () => showToast({ title: "Synchronisatie hervat", description: "Wat wachtte, gaat nu mee." }),
    onError: showFailure("Kon de synchronisatie niet hervatten. Probeer het opnieuw."),
    onSettled: useRefreshStatus(),
  });
}

export function useChangeSyncSettings() {
  return useMutation({
    mutationFn: (body: SyncSettings) => call(airtableRoutes.changeSettings, { body }),
    onSuccess: () => showToast({ title: "Opgeslagen", description: "Het aantal verzoeken per maand is gewijzigd." }),
    onError: showFailure("Kon dit niet opslaan. Probeer het opnieuw."),
    onSettled: useRefreshStatus(),
  });
}
