import { CircleCheck } from "lucide-react";
import { useId } from "react";
import type { ConflictChoice, SyncConflict } from "#contract/airtable.ts";
import { Button } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { useChoose } from "./airtable.api.ts";
import { choiceLabel, conflictText } from "./conflict-texts.ts";
import { ConflictValues } from "./conflict-values.tsx";
import { fieldName } from "./field-names.ts";
import { RecordHeading } from "./record-heading.tsx";

type ConflictListProps = { conflicts: readonly SyncConflict[]; total: number };

/** What both sides changed, and a choice for each. */
export const ConflictList = ({ conflicts, total }: ConflictListProps) => {
  if (conflicts.length === 0)
    return (
      <Empty
        icon={CircleCheck}
        title="Geen conflicten"
        text="Als hier en in Airtable hetzelfde wordt gewijzigd, kies je op deze plek welke van de twee blijft."
      />
    );
  return (
    <>
      <ul className="flex flex-col gap-3">
        {conflicts.map((conflict) => (
          <ConflictItem key={conflict.id} conflict={conflict} />
        ))}
      </ul>
      {total > conflicts.length && (
        <p className="mt-3 text-muted-foreground text-xs">
          De {conflicts.length} nieuwste van {total.toLocaleString("nl-NL")}. De volgende verschijnen zodra je kiest.
        </p>
      )}
    </>
  );
};

function ConflictItem({ conflict }: { conflict: SyncConflict }) {
  const heading = useId();
  const choose = useChoose();
  const button = (choice: ConflictChoice["choice"]) => (
    <Button
      variant="outline"
      size="sm"
      aria-describedby={heading}
      busy={choose.isPending && choose.variables.choice === choice}
      disabled={choose.isPending && choose.variables.choice !== choice}
      onClick={() => choose.mutate({ conflict, choice })}
    >
      {choiceLabel(conflict, choice)}
    </Button>
  );
  return (
    <li aria-labelledby={heading} className="rounded-md border bg-card p-4">
      <RecordHeading
        id={heading}
        name={conflict.recordName}
        table={conflict.table}
        detail={fieldName(conflict)}
        since={conflict.foundAt}
      />
      <p className="mt-1 text-muted-foreground text-sm">{conflictText(conflict)}</p>
      <ConflictValues conflict={conflict} ours={button("ours")} theirs={button("theirs")} />
    </li>
  );
}
