import type { QueryClient } from "@tanstack/react-query";
import { airtableRoutes } from "#contract/airtable.ts";
import type { ToastMessage } from "#ui/feedback/toast.tsx";
import { call, clientErrorMessage } from "../api/api.ts";
import { pollRun, RUN_KEY, SYNC_FAILURES } from "./airtable-sync.ts";

const NOT_READ = { title: "Airtable niet gelezen", tone: "destructive" } as const;

/**
 * Reads the changes from Airtable, so that figures fetched afterwards are current. Returns a message when that failed or left
 * something out, otherwise null; a company without Airtable has nothing to read.
 */
export const readFromAirtable = async (client: QueryClient): Promise<ToastMessage | null> => {
  try {
    const { runId } = await call(airtableRoutes.sync, { body: { follow: true } });
    if (runId === null) return null;
    const { status, message } = await pollRun(client, runId);
    if (status === "failed") return { ...NOT_READ, description: message ?? SYNC_FAILURES.failed.description };
    return status === "partial" ? { title: "Airtable deels gelezen", description: message } : null;
  } catch (error) {
    return { ...NOT_READ, description: clientErrorMessage(error, SYNC_FAILURES.unreachable.description) };
  } finally {
    client.setQueryData(RUN_KEY, null);
  }
};
