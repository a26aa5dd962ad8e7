import type { ReactNode } from "react";
import type { SyncConflict } from "#contract/airtable.ts";
import { Fold } from "#ui/fold.tsx";
import { valueText } from "./conflict-texts.ts";

type ConflictValuesProps = { conflict: SyncConflict; ours: ReactNode; theirs: ReactNode };

/** The three values side by side, each with its choice below; of a record that is gone there, what was changed here. */
export const ConflictValues = ({ conflict, ours, theirs }: ConflictValuesProps) => {
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
      <Value label="Was" value={conflict.agreed} />
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
        {text === null ? <em className="text-muted-foreground">leeg</em> : <Fold lines={12}>{text}</Fold>}
      </div>
      {children && <div className="mt-3 mb-1">{children}</div>}
    </div>
  );
};
