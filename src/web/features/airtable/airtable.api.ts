import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { airtableRoutes, type ConflictChoice, type ParkedRecord, type SyncConflict } from "#contract/airtable.ts";
import { call, clientErrorMessage } from "#lib/api/api.ts";

import { showToast } from "#ui/feedback/toast.tsx";
import { resolvedToastText } from "./conflict-texts.ts";

/** Change events of the topic `sync` refetch it after every page of a sync run. */
const statusKey = ["sync", "status"] as const;

export const useSyncStatus = () =>
  useQuery({ queryKey: statusKey, queryFn: ({ signal }) => call(airtableRoutes.status, { signal }) });

function useRefreshStatus() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: statusKey });
}

const showFailure = (fallback: string) => (error: unknown) =>
  showToast({ title: "Fout", description: clientErrorMessage(error, fallback), tone: "destructive" });

type ConflictResolution = { conflict: SyncConflict; choice: ConflictChoice["choice"] };

export function useResolveConflict() {
  return useMutation({
    mutationFn: ({ conflict: { id, version }, choice }: ConflictResolution) =>
      call(airtableRoutes.choose, { params: { id }, body: { choice, version } }),
    onSuccess: (_, { conflict, choice }) =>
      showToast({ title: "Conflict opgelost", description: resolvedToastText(conflict, choice) }),
    onError: showFailure("Kon het conflict niet oplossen. Probeer het opnieuw."),
    onSettled: useRefreshStatus(),
  });
}

export function useRetryParkedRecord() {
  return useMutation({
    mutationFn: ({ table, recordId }: ParkedRecord) => call(airtableRoutes.retry, { params: { table, recordId } }),
    onSuccess: (_, { recordName }) =>
      showToast({ title: "Opnieuw geprobeerd", description: `${recordName} gaat weer mee met de synchronisatie.` }),
    onError: showFailure("Kon dit niet opnieuw proberen. Probeer het later nog eens."),
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
