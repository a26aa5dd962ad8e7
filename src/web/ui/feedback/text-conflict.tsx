import { GitCompareArrows } from "lucide-react";
import { Button } from "../button/button.tsx";

type TextConflictProps = { who: string; theirs: string; onKeepMine: () => void; onTakeTheirs: () => void };

/** Shown when somebody else changed the text that is being edited: their version, and a choice between the two. */
export const TextConflict = ({ who, theirs, onKeepMine, onTakeTheirs }: TextConflictProps) => (
  <div role="alert" className="rounded-sm border border-warning/40 bg-warning-soft p-3 text-sm">
    <p className="flex items-center gap-2 font-medium text-warning">
      <GitCompareArrows aria-hidden className="size-4 shrink-0" />
      {who} heeft deze tekst intussen gewijzigd
    </p>
    <p className="mt-1 text-xs">Hierboven staat jouw tekst. Dit is die van {who}:</p>
    <blockquote className="mt-2 max-h-40 overflow-y-auto whitespace-pre-line rounded-sm border bg-card px-3 py-2">
      {theirs}
    </blockquote>
    <div className="mt-3 flex flex-wrap gap-2">
      <Button variant="outline" size="sm" onClick={onKeepMine}>
        Houd mijn tekst
      </Button>
      <Button variant="outline" size="sm" onClick={onTakeTheirs}>
        Neem deze tekst over
      </Button>
    </div>
  </div>
);
