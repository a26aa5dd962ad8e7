import { type QueryClient, useIsMutating, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { airtableRoutes, type SyncRun } from "#contract/airtable.ts";
import { SYNCED_TABLES, type SyncedTable } from "#contract/synced-tables.ts";
import { showToast, type ToastMessage } from "#ui/feedback/toast.tsx";
import { ApiError, call, clientErrorMessage } from "../api/api.ts";

import { refreshQueries } from "../api/company-events.ts";
import { readStored, removeStored, writeStored } from "../browser/browser-storage.ts";

type Text = Required<Pick<ToastMessage, "title">> & { description: string };

export type SyncOptions = {
  /** The tables to synchronise; without it, all of them. */
  tables?: readonly SyncedTable[];
  /** Without a description, or when the run left something out, the message of the run is shown. */
  done: { title: string; description?: string };
  /** The run could not be started or polled. */
  unreachable: Text;
  /** The run failed. */
  failed: Text;
  /** How long the button stays busy after the end of the run. */
  busyAfterEndMs?: number;
};

const MUTATION = ["sync-airtable"] as const;
/** The last known state of the current run. */
export const RUN_KEY = ["sync", "run"] as const;
const STORED_RUN_KEY = "sync-run";
const POLL_MS = 1000;
/** The run goes on without us: a poll that fails now and then says nothing about it. */
const MAX_FAILED_POLLS = 5;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const isOver = ({ status }: SyncRun): boolean => status !== "queued" && status !== "running";

/** Polls a run until it has ended. The progress bar reads its last state from the cache. */
export const pollRun = async (client: QueryClient, runId: string, failedPolls = 0): Promise<SyncRun> => {
  const run = await call(airtableRoutes.run, { params: { runId } }).catch((error: unknown) => {
    const isRefused = error instanceof ApiError && error.status < 500;
    if (isRefused || failedPolls === MAX_FAILED_POLLS) throw error;
    return null;
  });
  if (run) client.setQueryData(RUN_KEY, run);
  if (run && isOver(run)) return run;
  await wait(POLL_MS);
  return pollRun(client, runId, run ? 0 : failedPolls + 1);
};

const startRun = async (tables: readonly SyncedTable[] | undefined): Promise<string> => {
  const { runId, message } = await call(airtableRoutes.sync, { body: tables ? { tables: [...tables] } : {} });
  if (runId === null) throw new Error(message);
  // After a reload of the page, polling continues with this run.
  writeStored(STORED_RUN_KEY, runId);
  return runId;
};

/** Starts a sync run with Airtable, polls it, and shows a toast with its outcome, also on another screen. */
export function useAirtableSync({ tables, done, unreachable, failed, busyAfterEndMs = 0 }: SyncOptions) {
  const client = useQueryClient();
  const isSyncing = useIsMutating({ mutationKey: MUTATION }) > 0;
  const { mutate } = useMutation({
    mutationKey: MUTATION,
    mutationFn: async (runId: string | null) => pollRun(client, runId ?? (await startRun(tables))),
    onSuccess: ({ status, message }) => {
      void refreshQueries(
        client,
        (tables ?? SYNCED_TABLES).map((table) => [table]),
      );
      if (status === "failed") {
        return showToast({ ...failed, description: message ?? failed.description, tone: "destructive" });
      }
      const description = status === "partial" ? (message ?? done.description) : (done.description ?? message);
      showToast({ ...done, description });
    },
    onError: (error) =>
      showToast({
        ...unreachable,
        description: clientErrorMessage(error, unreachable.description),
        tone: "destructive",
      }),
    onSettled: async () => {
      removeStored(STORED_RUN_KEY);
      await wait(busyAfterEndMs);
      client.setQueryData(RUN_KEY, null);
    },
  });

  const resume = useEffectEvent(async () => {
    const runId = readStored(STORED_RUN_KEY);
    if (!runId || client.isMutating({ mutationKey: MUTATION })) return;
    const run = await call(airtableRoutes.run, { params: { runId } }).catch(() => null);
    if (!run || isOver(run)) return removeStored(STORED_RUN_KEY);
    if (!client.isMutating({ mutationKey: MUTATION })) mutate(runId);
  });
  useEffect(() => void resume(), []);

  return { start: () => mutate(null), isSyncing };
}

/** The last known state of the current run. */
export const useSyncRun = (): SyncRun | null =>
  useQuery<SyncRun | null>({ queryKey: RUN_KEY, queryFn: () => null, enabled: false }).data ?? null;

/** The error texts of every "Sync Airtable" button. */
export const SYNC_FAILURES: Pick<SyncOptions, "unreachable" | "failed"> = {
  unreachable: {
    title: "Sync Fout",
    description: "Kon niet synchroniseren met Airtable. Controleer je verbinding.",
  },
  failed: { title: "Sync Fout", description: "Er is een fout opgetreden bij het synchroniseren met Airtable." },
};
