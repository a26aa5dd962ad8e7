import { CircleCheck } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { ConflictChoice, SyncConflict } from "#contract/airtable.ts";
import { Button } from "#ui/button/button.tsx";
import { ClampedText } from "#ui/content/clamped-text.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { useResolveConflict } from "./airtable.api.ts";
import { choiceLabel, conflictFieldName, conflictText, valueText } from "./conflict-texts.ts";
import { RecordHeading } from "./record-heading.tsx";

type ConflictListProps = { conflicts: readonly SyncConflict[]; total: number };

/** Fields that were changed both here and in Airtable. */
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
  const headingId = useId();
  const choose = useResolveConflict();
  const button = (choice: ConflictChoice["choice"]) => (
    <Button
      variant="outline"
      size="sm"
      aria-describedby={headingId}
      busy={choose.isPending && choose.variables.choice === choice}
      disabled={choose.isPending && choose.variables.choice !== choice}
      onClick={() => choose.mutate({ conflict, choice })}
    >
      {choiceLabel(conflict, choice)}
    </Button>
  );
  return (
    <li aria-labelledby={headingId} className="rounded-md border bg-card p-4">
      <RecordHeading
        id={headingId}
        name={conflict.recordName}
        table={conflict.table}
        detail={conflictFieldName(conflict)}
        since={conflict.foundAt}
      />
      <p className="mt-1 text-muted-foreground text-sm">{conflictText(conflict)}</p>
      <ConflictValues conflict={conflict} ours={button("ours")} theirs={button("theirs")} />
    </li>
  );
}

type ConflictValuesProps = { conflict: SyncConflict; ours: ReactNode; theirs: ReactNode };

/** The base, local and remote value with the buttons to choose. For a record deleted in Airtable only the local value. */
const ConflictValues = ({ conflict, ours, theirs }: ConflictValuesProps) => {
  if (conflict.kind === "deleted")
    return (
      <>
        <p className="mt-2 rounded-sm bg-muted px-3 py-2 text-sm">Hier gewijzigd: {valueText(conflict.ours) ?? "–"}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          {ours}
          {theirs}
        </div>
      </>
    );
  return (
    <div className="mt-3 grid gap-2 md:grid-cols-3">
      <Value label="Was" value={conflict.base} />
      <Value label="Hier" value={conflict.ours}>
        {ours}
      </Value>
      <Value label="In Airtable" value={conflict.theirs}>
        {theirs}
      </Value>
    </div>
  );
};

type ValueProps = { label: string; value: SyncConflict["ours"]; children?: ReactNode };

const Value = ({ label, value, children }: ValueProps) => {
  const text = valueText(value);
  return (
    <div className="flex min-w-0 flex-col rounded-sm border bg-muted/50 px-3 py-2">
      <h4 className="font-normal text-muted-foreground text-xs">{label}</h4>
      <div className="mt-1 flex-1 text-sm">
        {text === null ? <em className="text-muted-foreground">leeg</em> : <ClampedText lines={12}>{text}</ClampedText>}
      </div>
      {children && <div className="mt-3 mb-1">{children}</div>}
    </div>
  );
};
