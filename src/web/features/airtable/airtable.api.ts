import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { airtableRoutes, type ConflictChoice, type ParkedRecord, type SyncConflict } from "#contract/airtable.ts";
import { call } from "#lib/api.ts";
import { failureText } from "#lib/failure-text.ts";
import { showToast } from "#ui/toast.tsx";
import { chosenText } from "./conflict-texts.ts";

/** The key makes it follow every page of a run, whoever started it. */
const statusKey = ["sync", "status"] as const;

export const useSyncStatus = () =>
  useQuery({ queryKey: statusKey, queryFn: ({ signal }) => call(airtableRoutes.status, { signal }) });

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: statusKey });
}

const sayFailed = (fallback: string) => (error: unknown) =>
  showToast({ title: "Fout", description: failureText(error, fallback), tone: "destructive" });

type Choosing = { conflict: SyncConflict; choice: ConflictChoice["choice"] };

export function useChoose() {
  return useMutation({
    mutationFn: ({ conflict: { id, version }, choice }: Choosing) =>
      call(airtableRoutes.choose, { params: { id }, body: { choice, version } }),
    onSuccess: (_, { conflict, choice }) =>
      showToast({ title: "Conflict opgelost", description: chosenText(conflict, choice) }),
    onError: sayFailed("Kon het conflict niet oplossen. Probeer het opnieuw."),
    onSettled: useRefresh(),
  });
}

export function useRetry() {
  return useMutation({
    mutationFn: ({ table, recordId }: ParkedRecord) => call(airtableRoutes.retry, { params: { table, recordId } }),
    onSuccess: (_, { recordName }) =>
      showToast({ title: "Opnieuw geprobeerd", description: `${recordName} gaat weer mee met de synchronisatie.` }),
    onError: sayFailed("Kon dit niet opnieuw proberen. Probeer het later nog eens."),
    onSettled: useRefresh(),
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
    onError: sayFailed("Kon dit niet opnieuw proberen. Probeer het later nog eens."),
    onSettled: useRefresh(),
  });
}
