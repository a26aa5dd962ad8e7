import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { isForm, type Workflow, workflowsRoutes } from "#contract/workflows.ts";
import { call } from "#lib/api/api.ts";
import { ApiError, problemText } from "#lib/api/api-error.ts";
import { STATISTICS, useRefreshStatistics } from "#lib/api/refresh-statistics.ts";
import { showToast } from "#ui/feedback/toast.tsx";

export const useWorkflows = () =>
  useQuery({
    queryKey: [STATISTICS, "workflows"],
    queryFn: ({ signal }) => call(workflowsRoutes.list, { signal }),
    placeholderData: keepPreviousData,
  });

const WINDOW_FEATURES = "popup,width=600,height=700";
const POLL_INTERVAL_MS = 1_000;

/** Opens the form of a workflow in a window of its own; nothing when the browser does not let us. */
const openFormWindow = (address: string, name: string): Window | null => {
  const popup = window.open(address, name, WINDOW_FEATURES);
  // Somebody else's page has no business with ours.
  if (popup) popup.opener = null;
  return popup;
};

/** A window of another site tells nobody that it closes: we look. Returns what stops the looking. */
const onWindowClosed = (popup: Pick<Window, "closed">, then: () => void): (() => void) => {
  const timer = setInterval(() => {
    if (!popup.closed) return;
    clearInterval(timer);
    then();
  }, POLL_INTERVAL_MS);
  return () => clearInterval(timer);
};

/** A workflow needs a moment before there is anything to see of it. */
const REFRESH_DELAY_MS = 2_000;
const START_FAILED = "Er ging iets mis bij het opstarten van de workflow.";

/** What the server knows of the outcome; of what never reached it, what the screen knows. */
const startFailureText = (error: unknown): string =>
  error instanceof ApiError && error.code ? problemText(error, START_FAILED) : START_FAILED;

/** What is still to come when the screen is left does not come any more. */
const useUnmountCleanups = () => {
  const ends = useRef(new Set<() => void>());
  useEffect(() => {
    const { current } = ends;
    return () => {
      for (const end of current) end();
    };
  }, []);
  return (end: () => void) => ends.current.add(end);
};

/** Starts a workflow: by the server, or by a form in a window of its own. */
export function useStartWorkflow() {
  const refresh = useRefreshStatistics();
  const onLeaving = useUnmountCleanups();

  const update = async () => {
    await refresh().catch(() => undefined);
    showToast({ title: "Dashboard bijgewerkt", description: "Alle cijfers zijn opnieuw opgehaald." });
  };
  const updateSoon = () => {
    const timer = setTimeout(() => void update(), REFRESH_DELAY_MS);
    onLeaving(() => clearTimeout(timer));
  };

  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id, name, webhookUrl }: Workflow) =>
      call(workflowsRoutes.trigger, {
        body: {
          workflowId: id,
          webhookUrl: webhookUrl ?? "",
          data: { triggered_by: "dashboard", trigger_time: new Date().toISOString(), workflow_name: name },
        },
      }),
    onSuccess: (_answer, { name }) => {
      showToast({ title: "Workflow gestart!", description: `${name} is succesvol opgestart.` });
      updateSoon();
    },
    onError: (error) =>
      showToast({ title: "Fout bij starten workflow", description: startFailureText(error), tone: "destructive" }),
  });

  const startForm = ({ id, name }: Workflow, address: string) => {
    const popup = openFormWindow(address, id);
    if (!popup) {
      return showToast({
        title: "Pop-up geblokkeerd",
        description: "Sta pop-ups toe voor deze site en probeer opnieuw.",
        tone: "destructive",
      });
    }
    showToast({
      title: "Formulier geopend",
      description: `Vul het formulier van ${name} in om de workflow te starten.`,
    });
    // Only a count: the form is open, whether this arrives or not.
    void call(workflowsRoutes.openForm, { body: { workflowId: id } }).catch(() => undefined);
    onLeaving(onWindowClosed(popup, updateSoon));
  };

  const start = (workflow: Workflow) => {
    const { webhookUrl } = workflow;
    if (!webhookUrl) {
      return showToast({
        title: "Workflow niet geconfigureerd",
        description: "Deze workflow heeft nog geen webhook URL ingesteld.",
        tone: "destructive",
      });
    }
    if (isForm(webhookUrl)) return startForm(workflow, webhookUrl);
    mutate(workflow);
  };

  return { start, starting: isPending ? variables.id : undefined };
}
