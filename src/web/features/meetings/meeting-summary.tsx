import { useQuery, useQueryClient } from "@tanstack/react-query";
import { WandSparkles } from "lucide-react";
import type { Meeting } from "#contract/meetings.ts";
import { type SummaryProposal, writerRoutes } from "#contract/writer.ts";
import { call } from "#lib/api/api.ts";
import { refreshQueries } from "#lib/api/company-events.ts";
import { showError } from "#lib/api/show-error.ts";
import { useUndoableMutation } from "#lib/api/undo.tsx";
import { ProposalButtons, ProposalWarnings } from "#ui/content/proposal.tsx";
import { RichText } from "#ui/content/rich-text.tsx";
import { SpinnerIcon } from "#ui/feedback/loading.tsx";
import { showToast } from "#ui/feedback/toast.tsx";

type Proposal = NonNullable<SummaryProposal["proposal"]>;

/** The summary that the built-in writer proposes. The meeting keeps its fields until a user accepts it. */
export function MeetingSummary({ meeting }: { meeting: Meeting }) {
  const client = useQueryClient();
  const summary = useQuery({
    queryKey: ["meetings", "summary", meeting.id],
    queryFn: ({ signal }) => call(writerRoutes.summary, { params: { id: meeting.id }, signal }),
  });
  const decide = useUndoableMutation({
    mutationFn: (decision: "accepted" | "rejected") =>
      call(writerRoutes.decideSummary, { params: { id: meeting.id }, body: { decision } }),
    onSuccess: ({ message }) => showToast({ title: "Samenvatting", description: message }),
    onError: (error) => showError(error, "Het voorstel kon niet worden verwerkt."),
    onSettled: () => refreshQueries(client, [["meetings"]]),
  });
  if (!summary.data) return null;
  const { isWriting, problem, proposal } = summary.data;
  if (proposal) return <ProposedFields proposal={proposal} busy={decide.isPending} onDecide={decide.mutate} />;
  return (
    <p role="status" className="flex items-center gap-2 text-[0.8125rem] text-muted-foreground">
      {isWriting && <SpinnerIcon />}
      {problem ?? (isWriting ? "De samenvatting wordt geschreven." : "")}
    </p>
  );
}

const FIELDS = [
  { title: "Sales Opportunities", field: "salesOpportunities" },
  { title: "Follow-up Interests", field: "followUpInterests" },
  { title: "Action Items", field: "actionItems" },
] as const;

type ProposedFieldsProps = { proposal: Proposal; busy: boolean; onDecide: (decision: "accepted" | "rejected") => void };

const ProposedFields = ({ proposal, busy, onDecide }: ProposedFieldsProps) => (
  <section
    aria-label="Voorgestelde samenvatting"
    className="rounded-sm border border-dashed px-3 py-2 text-[0.8125rem]"
  >
    <h4 className="flex items-center gap-1.5 font-medium">
      <WandSparkles aria-hidden className="size-3.5" />
      Voorgestelde samenvatting, geschreven door AI ({proposal.model})
    </h4>
    <p className="mt-1">{proposal.summary}</p>
    {FIELDS.map(({ title, field }) => (
      <div key={field} className="mt-2">
        <h5 className="font-medium text-xs">{title}</h5>
        <RichText html={proposal[field]} fallback={<p className="text-muted-foreground">Geen data beschikbaar</p>} />
      </div>
    ))}
    <ProposalWarnings className="mt-2" warnings={proposal.warnings} />
    <ProposalButtons busy={busy} onDecide={onDecide} />
  </section>
);
