import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import type { Lead } from "#contract/leads.ts";
import type { MessageType } from "#contract/messages.ts";
import { writerRoutes } from "#contract/writer.ts";
import { call } from "#lib/api/api.ts";
import { showError } from "#lib/api/show-error.ts";
import { useUndoableMutation } from "#lib/api/undo.tsx";
import { Button } from "#ui/button/button.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { describeSkippedLead } from "../skipped-drafts.ts";
import { leadName } from "./lead-details.tsx";
import { LeadRating } from "./lead-rating.tsx";

/** The same query as on the review screens: change events of messages refetch it. */
const progressKey = ["messages", "writing"];

const useRequestDraft = (lead: Lead) => {
  const client = useQueryClient();
  return useUndoableMutation({
    mutationFn: (messageType: MessageType) =>
      call(writerRoutes.requestDrafts, { body: { leadIds: [lead.id], messageType } }),
    onSuccess: ({ requested, skipped }) => {
      void client.invalidateQueries({ queryKey: progressKey });
      showToast(
        requested > 0
          ? {
              title: "Concept aangevraagd",
              description: `De tekst voor ${leadName(lead)} komt bij de berichten te staan.`,
            }
          : { title: "Geen concept", description: describeSkippedLead(skipped) },
      );
    },
    onError: (error) => showError(error, "Het concept kon niet worden aangevraagd."),
  });
};

/** Requests a text for this lead, where the company uses the built-in writer. */
export function LeadDrafts({ lead }: { lead: Lead }) {
  const progress = useQuery({
    queryKey: progressKey,
    queryFn: ({ signal }) => call(writerRoutes.progress, { signal }),
  });
  const request = useRequestDraft(lead);
  if (progress.data?.writer !== "builtin") return null;
  return (
    <section aria-label="Concept laten schrijven" className="flex flex-wrap gap-2">
      <Button variant="outline" size="sm" disabled={request.isPending} onClick={() => request.mutate("icebreaker")}>
        <Sparkles />
        Ice breaker laten schrijven
      </Button>
      <Button variant="outline" size="sm" disabled={request.isPending} onClick={() => request.mutate("followup")}>
        <Sparkles />
        Follow-up laten schrijven
      </Button>
      <LeadRating lead={lead} />
    </section>
  );
}
