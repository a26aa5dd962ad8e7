import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { RawBody } from "#contract/route.ts";
import { isForm, type Workflow, workflowsRoutes } from "#contract/workflows.ts";
import { ApiError, call, errorMessage } from "#lib/api/api.ts";

import { STATISTICS, useRefreshStatistics } from "#lib/api/company-events.ts";
import { showRefusal } from "#lib/api/show-error.ts";
import { useUndoableMutation } from "#lib/api/undo.tsx";
import { readFromAirtable } from "#lib/sync/read-from-airtable.ts";
import { showToast } from "#ui/feedback/toast.tsx";

export const useWorkflows = () =>
  useQuery({
    queryKey: [STATISTICS, "workflows"],
    queryFn: ({ signal }) => call(workflowsRoutes.list, { signal }),
    placeholderData: keepPreviousData,
  });

const WINDOW_FEATURES = "popup,width=600,height=700";
const POLL_INTERVAL_MS = 1_000;

/** Returns null if the browser blocks the pop-up. */
const openFormWindow = (url: string, name: string): Window | null => {
  const popup = window.open(url, name, WINDOW_FEATURES);
  // The form is on another site, which must not control our window.
  if (popup) popup.opener = null;
  return popup;
};

/** Polls, because a cross-origin window fires no event when it closes. Returns a function that stops polling. */
const onWindowClosed = (popup: Pick<Window, "closed">, onClosed: () => void): (() => void) => {
  const timer = setInterval(() => {
    if (!popup.closed) return;
    clearInterval(timer);
    onClosed();
  }, POLL_INTERVAL_MS);
  return () => clearInterval(timer);
};

/** A started workflow needs some time before the figures change. */
const REFRESH_DELAY_MS = 2_000;
const START_FAILED = "Er ging iets mis bij het opstarten van de workflow.";

/** The message of the server, or a general one if the request did not reach it. */
const startFailureText = (error: unknown): string =>
  error instanceof ApiError && error.code ? errorMessage(error, START_FAILED) : START_FAILED;

/** Registers functions that stop timers when the component unmounts. */
const useUnmountCleanups = () => {
  const cleanups = useRef(new Set<() => void>());
  useEffect(() => {
    const { current } = cleanups;
    return () => {
      for (const cleanup of current) cleanup();
    };
  }, []);
  return (cleanup: () => void) => cleanups.current.add(cleanup);
};

/** Refreshes the figures when a started workflow has had some time, unless the screen was left. */
function useRefreshLater(onUnmount: (cleanup: () => void) => void) {
  const client = useQueryClient();
  const refresh = useRefreshStatistics();
  const refreshAndNotify = async () => {
    const problem = await readFromAirtable(client);
    await refresh().then(
      () =>
        showToast(problem ?? { title: "Dashboard bijgewerkt", description: "Alle cijfers zijn opnieuw opgehaald." }),
      (error: unknown) => showRefusal(error, "Kon de cijfers niet verversen. Probeer het opnieuw."),
    );
  };
  return () => {
    const timer = setTimeout(() => void refreshAndNotify(), REFRESH_DELAY_MS);
    onUnmount(() => clearTimeout(timer));
  };
}

const showProblem = (title: string, description: string) => showToast({ title, description, tone: "destructive" });

const useTriggerWorkflow = (onStarted: () => void) =>
  useUndoableMutation({
    mutationFn: ({ id, name, webhookUrl }: Workflow) =>
      call(workflowsRoutes.trigger, {
        body: {
          workflowId: id,
          webhookUrl: webhookUrl ?? "",
          data: { triggered_by: "dashboard", trigger_time: new Date().toISOString(), workflow_name: name },
        },
      }),
    onSuccess: (_response, { name }) => {
      showToast({ title: "Workflow gestart!", description: `${name} is succesvol opgestart.` });
      onStarted();
    },
    onError: (error) => showProblem("Fout bij starten workflow", startFailureText(error)),
  });

/** Starts a workflow: through the server, or by opening its form in a pop-up. */
export function useStartWorkflow() {
  const onUnmount = useUnmountCleanups();
  const refreshLater = useRefreshLater(onUnmount);
  const { mutate, isPending, variables } = useTriggerWorkflow(refreshLater);

  const startForm = ({ id, name }: Workflow, url: string) => {
    const popup = openFormWindow(url, id);
    if (!popup) return showProblem("Pop-up geblokkeerd", "Sta pop-ups toe voor deze site en probeer opnieuw.");
    showToast({
      title: "Formulier geopend",
      description: `Vul het formulier van ${name} in om de workflow te starten.`,
    });
    // Only records that the form was opened: it is open even if this call fails.
    void call(workflowsRoutes.openForm, { body: { workflowId: id } }).catch(() => undefined);
    onUnmount(onWindowClosed(popup, refreshLater));
  };

  const start = (workflow: Workflow) => {
    const { webhookUrl } = workflow;
    if (!webhookUrl)
      return showProblem("Workflow niet geconfigureerd", "Deze workflow heeft nog geen webhook URL ingesteld.");
    if (isForm(webhookUrl)) return startForm(workflow, webhookUrl);
    mutate(workflow);
  };

  return { start, starting: isPending ? variables.id : undefined };
}

type BuiltInRequest = RawBody<typeof workflowsRoutes.runBuiltIn>;

/** What a workflow inside the product would do. */
export const useBuiltInPreview = (request: BuiltInRequest) =>
  useQuery({
    queryKey: [STATISTICS, "built-in", request],
    queryFn: () => call(workflowsRoutes.runBuiltIn, { body: { ...request, isPreview: true } }),
    // Other leads may wait when the dialog is opened again.
    gcTime: 0,
    placeholderData: keepPreviousData,
  });

export function useRunBuiltIn() {
  const refresh = useRefreshStatistics();
  return useUndoableMutation({
    mutationFn: (request: BuiltInRequest) => call(workflowsRoutes.runBuiltIn, { body: request }),
    onSuccess: ({ message }) => {
      showToast({ title: "Workflow gestart!", description: message });
      void refresh();
    },
    onError: (error) => showProblem("Fout bij starten workflow", startFailureText(error)),
  });
}
