import { Button } from "../button/button.tsx";
import { cn } from "../cn.ts";

/** What a reader must check in a text that AI has written; nothing without warnings. */
export const ProposalWarnings = ({
  warnings,
  className,
}: {
  warnings: readonly { text: string }[];
  className?: string;
}) =>
  warnings.length > 0 && (
    <ul className={cn("list-disc rounded-sm bg-warning-soft px-3 py-2 pl-7 text-warning", className)}>
      {warnings.map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );

type ProposalButtonsProps = { busy: boolean; onDecide: (decision: "accepted" | "rejected") => void };

export const ProposalButtons = ({ busy, onDecide }: ProposalButtonsProps) => (
  <div className="mt-2 flex flex-wrap gap-2">
    <Button size="sm" disabled={busy} onClick={() => onDecide("accepted")}>
      Overnemen
    </Button>
    <Button variant="outline" size="sm" disabled={busy} onClick={() => onDecide("rejected")}>
      Verwerpen
    </Button>
  </div>
);
