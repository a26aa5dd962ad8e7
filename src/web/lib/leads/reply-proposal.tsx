import { useMutation, useQuery } from "@tanstack/react-query";
import { WandSparkles } from "lucide-react";
import { writerRoutes } from "#contract/writer.ts";
import { Button } from "#ui/button/button.tsx";
import { call } from "../api/api.ts";
import { showError } from "../api/show-error.ts";

const SENTIMENT_LABELS = { interested: "Interesse", neutral: "Neutraal", not_interested: "Geen interesse" } as const;

type ReplyProposalProps = {
  leadId: string;
  /** Called when the user accepts the proposed answer. It is appended to what was typed, and not sent yet. */
  onAnswer: (text: string) => void;
};

/** Lets the built-in writer propose what a reply means and an answer. Renders nothing where the company does not use it. */
export function ReplyProposal({ leadId, onAnswer }: ReplyProposalProps) {
  // The same query as on the review screens.
  const progress = useQuery({
    queryKey: ["messages", "writing"],
    queryFn: ({ signal }) => call(writerRoutes.progress, { signal }),
  });
  const propose = useMutation({
    mutationFn: () => call(writerRoutes.proposeReply, { params: { id: leadId } }),
    onSuccess: ({ proposal }) => {
      if (proposal?.answer) onAnswer(proposal.answer);
    },
    onError: (error) => showError(error, "Er kon geen antwoord worden voorgesteld."),
  });
  if (progress.data?.writer !== "builtin") return null;
  const proposal = propose.data?.proposal;
  return (
    <div className="flex flex-col gap-1.5 text-[0.8125rem]">
      <Button
        variant="outline"
        size="sm"
        className="self-start"
        busy={propose.isPending}
        busyLabel="Schrijven..."
        onClick={() => propose.mutate()}
      >
        <WandSparkles />
        Stel een antwoord voor
      </Button>
      <div role="status">
        {propose.isSuccess && !proposal && <p>De schrijver kan hier geen antwoord voorstellen.</p>}
        {proposal && (
          <p>
            Voorgestelde stemming: {SENTIMENT_LABELS[proposal.sentiment]}
            {proposal.isStop && ". De lead wil geen berichten meer."}
          </p>
        )}
        {proposal?.warnings.map(({ text }) => (
          <p key={text} className="text-warning">
            {text}
          </p>
        ))}
      </div>
    </div>
  );
}
