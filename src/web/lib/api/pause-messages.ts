import { useQueryClient } from "@tanstack/react-query";
import { queueRoutes } from "#contract/queue.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import { call } from "./api.ts";
import { refreshQueries } from "./company-events.ts";
import { showRefusal } from "./show-error.ts";
import { useUndoableMutation } from "./undo.tsx";

const TEXTS = {
  pause: { title: "Berichten gepauzeerd", failed: "Kon de berichten niet pauzeren. Probeer het opnieuw." },
  resume: { title: "Berichten hervat", failed: "Kon de berichten niet hervatten. Probeer het opnieuw." },
};

/** Pauses or resumes the queued messages of a lead. */
export function usePauseMessages(action: keyof typeof TEXTS) {
  const client = useQueryClient();
  const { title, failed } = TEXTS[action];
  return useUndoableMutation({
    mutationFn: (leadId: string) => call(queueRoutes[action], { params: { leadId } }),
    onSuccess: ({ message }) => showToast({ title, description: message }),
    onError: (error) => showRefusal(error, failed),
    onSettled: () => refreshQueries(client, [["meetings"], ["queue"]]),
  });
}
