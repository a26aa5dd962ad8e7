import { type QueryClient, useIsMutating, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { airtableRoutes, SYNCED_TABLES, type SyncedTable, type SyncRun } from "#contract/airtable.ts";
import { showToast, type ToastMessage } from "#ui/toast.tsx";
import { call } from "./api.ts";
import { forget, remember, remembered } from "./browser-memory.ts";
import { failureText } from "./failure-text.ts";

type Text = Required<Pick<ToastMessage, "title">> & { description: string };

export type SyncSettings = {
  /** Only these; without it, everything. A constant. */
  tables?: readonly SyncedTable[];
  /** A description of its own, or what the run says of itself. */
  done: { title: string; description?: string };
  /** It could not be started or followed. */
  unreachable: Text;
  /** It was started, and failed. */
  failed: Text;
  /** How long the button keeps turning after the end. */
  lingerMs?: number;
};

const MUTATION = ["sync-airtable"] as const;
const RUN = ["sync", "run"] as const;
const REMEMBERED_RUN = "sync-run";
const POLL_MS = 1000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const isOver = ({ status }: SyncRun): boolean => status === "succeeded" || status === "failed";

/** Reads how far a run is until it is over. What it has read last stands in the cache, for the progress bar. */
const follow = async (client: QueryClient, runId: string): Promise<SyncRun> => {
  const run = await call(airtableRoutes.run, { params: { runId } });
  client.setQueryData(RUN, run);
  if (isOver(run)) return run;
  await wait(POLL_MS);
  return follow(client, runId);
};

const begin = async (tables: readonly SyncedTable[] | undefined): Promise<string> => {
  const { runId } = await call(airtableRoutes.sync, { body: tables ? { tables: [...tables] } : {} });
  // The screen may be left or loaded again meanwhile: it then goes on following this run.
  remember(REMEMBERED_RUN, runId);
  return runId;
};

/** A synchronisation with Airtable: starts it, follows it, and says how it ended, on whichever screen one is by then. */
export function useAirtableSync({ tables, done, unreachable, failed, lingerMs = 0 }: SyncSettings) {
  const client = useQueryClient();
  const isSyncing = useIsMutating({ mutationKey: MUTATION }) > 0;
  const { mutate } = useMutation({
    mutationKey: MUTATION,
    mutationFn: async (runId: string | null) => follow(client, runId ?? (await begin(tables))),
    onSuccess: ({ status, message }) => {
      void Promise.all((tables ?? SYNCED_TABLES).map((table) => client.invalidateQueries({ queryKey: [table] })));
      if (status === "failed") {
        return showToast({ ...failed, description: message ?? failed.description, tone: "destructive" });
      }
      showToast({ ...done, description: done.description ?? message ?? undefined });
    },
    onError: (error) =>
      showToast({
        ...unreachable,
        description: failureText(error, unreachable.description),
        tone: "destructive",
      }),
    onSettled: async () => {
      forget(REMEMBERED_RUN);
      await wait(lingerMs);
      client.setQueryData(RUN, null);
    },
  });

  const resume = useEffectEvent(async () => {
    const runId = remembered(REMEMBERED_RUN);
    if (!runId || client.isMutating({ mutationKey: MUTATION })) return;
    const run = await call(airtableRoutes.run, { params: { runId } }).catch(() => null);
    if (!run || isOver(run)) return forget(REMEMBERED_RUN);
    if (!client.isMutating({ mutationKey: MUTATION })) mutate(runId);
  });
  useEffect(() => void resume(), []);

  return { start: () => mutate(null), isSyncing };
}

/** The run that is being followed, as far as it was at the last look. */
export const useSyncRun = (): SyncRun | null =>
  useQuery<SyncRun | null>({ queryKey: RUN, queryFn: () => null, enabled: false }).data ?? null;
