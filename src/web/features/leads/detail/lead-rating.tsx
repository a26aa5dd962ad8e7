import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Star } from "lucide-react";
import type { Lead } from "#contract/leads.ts";
import { type RatingProposal, writerRoutes } from "#contract/writer.ts";
import { call } from "#lib/api/api.ts";
import { showError } from "#lib/api/show-error.ts";
import { useUndoableMutation } from "#lib/api/undo.tsx";
import { Button } from "#ui/button/button.tsx";
import { ProposalButtons, ProposalWarnings } from "#ui/content/proposal.tsx";
import { RichText } from "#ui/content/rich-text.tsx";
import { SpinnerIcon } from "#ui/feedback/loading.tsx";
import { showToast } from "#ui/feedback/toast.tsx";

const showFailure = (error: unknown) => showError(error, "Het voorstel kon niet worden verwerkt.");

/** A rating that the built-in writer proposes for this lead. Nothing changes before a user accepts it. */
export function LeadRating({ lead }: { lead: Lead }) {
  const client = useQueryClient();
  // Change events of leads refetch it.
  const rating = useQuery({
    queryKey: ["leads", "rating", lead.id],
    queryFn: ({ signal }) => call(writerRoutes.rating, { params: { id: lead.id }, signal }),
  });
  const refresh = () => client.invalidateQueries({ queryKey: ["leads"] });
  const request = useUndoableMutation({
    mutationFn: () => call(writerRoutes.requestRatings, { body: { leadIds: [lead.id] } }),
    onError: showFailure,
    onSettled: refresh,
  });
  const decide = useUndoableMutation({
    mutationFn: (decision: "accepted" | "rejected") =>
      call(writerRoutes.decideRating, { params: { id: lead.id }, body: { decision } }),
    onSuccess: ({ message }) => showToast({ title: "Rating", description: message }),
    onError: showFailure,
    onSettled: refresh,
  });
  const proposal = rating.data?.proposal;
  if (proposal) return <Proposal proposal={proposal} busy={decide.isPending} onDecide={decide.mutate} />;
  const isWriting = request.isPending || rating.data?.isWriting === true;
  return (
    <>
      <Button variant="outline" size="sm" disabled={isWriting} onClick={() => request.mutate()}>
        {isWriting ? <SpinnerIcon /> : <Star />}
        {isWriting ? "Rating wordt voorgesteld" : "Rating laten voorstellen"}
      </Button>
      <p role="status" className="w-full text-[0.8125rem] text-muted-foreground empty:hidden">
        {rating.data?.problem}
      </p>
    </>
  );
}

type ProposalProps = {
  proposal: NonNullable<RatingProposal["proposal"]>;
  busy: boolean;
  onDecide: (decision: "accepted" | "rejected") => void;
};

const Proposal = ({ proposal, busy, onDecide }: ProposalProps) => (
  <section aria-label="Voorgestelde rating" className="w-full rounded-md border px-3 py-2 text-[0.8125rem]">
    <h3 className="font-medium">Voorgestelde rating: {proposal.rating} van 10</h3>
    <p className="mt-1">{proposal.motivation}</p>
    <ProposalWarnings className="mt-2" warnings={proposal.warnings} />
    <details className="mt-2">
      <summary className="cursor-pointer text-muted-foreground">Rapport, geschreven door AI ({proposal.model})</summary>
      <RichText html={proposal.report} fallback={<p className="text-muted-foreground">Geen rapport</p>} />
    </details>
    <ProposalButtons busy={busy} onDecide={onDecide} />
  </section>
);
