import { CircleCheck, Plus, RotateCw } from "lucide-react";
import { useId } from "react";
import type { SyncStatus } from "#contract/airtable.ts";
import type { MissingChoice, ParkedRecord } from "#contract/sync-questions.ts";
import { RecordLinks } from "#lib/sync/record-history.tsx";
import { Button } from "#ui/button/button.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { useAddChoice, useRetryParkedRecord } from "./airtable.api.ts";
import { RecordHeading } from "./record-heading.tsx";
import { recordsText } from "./sync-run.tsx";

/** Records that cannot be synchronised, each with the reason and a retry button, and choices that are missing in Airtable. */
export const ParkedList = ({ status }: { status: SyncStatus }) => {
  const { missingChoices, totalParked } = status;
  const records = status.parked.filter(({ lacksChoice }) => !lacksChoice);
  const shown = records.length + missingChoices.length;
  if (totalParked === 0)
    return (
      <Empty
        icon={CircleCheck}
        title="Niets geparkeerd"
        text="Wat Airtable niet aanneemt, of wat hier niet te lezen is, komt op deze plek te staan. De rest gaat gewoon door."
      />
    );
  return (
    <>
      <ul className="flex flex-col gap-3">
        {missingChoices.map((choice) => (
          <MissingChoiceItem key={`${choice.table}:${choice.field}:${choice.value}`} choice={choice} />
        ))}
        {records.map((record) => (
          <ParkedItem key={`${record.table}:${record.recordId}`} record={record} />
        ))}
      </ul>
      {totalParked > shown && (
        <p className="mt-3 text-muted-foreground text-xs">
          De {shown} nieuwste van {totalParked.toLocaleString("nl-NL")}.
        </p>
      )}
    </>
  );
};

/** One item for all records that wait for the same choice. */
function MissingChoiceItem({ choice }: { choice: MissingChoice }) {
  const headingId = useId();
  const add = useAddChoice();
  const { table, fieldName, value, count, since } = choice;
  return (
    <li aria-labelledby={headingId} className="rounded-md border bg-card p-4">
      <RecordHeading
        id={headingId}
        name={`Keuze "${value}" ontbreekt`}
        detail={fieldName}
        table={table}
        since={since}
      />
      <p className="mt-1 break-words text-sm">
        {recordsText(choice)} {count === 1 ? "wacht" : "wachten"} hierop: het veld {fieldName} heeft in Airtable geen
        keuze voor {value}. Voeg haar toe, of geef bij Velden koppelen aan welke keuze hetzelfde betekent; daarna gaat{" "}
        {count === 1 ? "het" : "alles"} vanzelf mee.
      </p>
      <Button
        className="mt-3"
        variant="outline"
        size="sm"
        aria-describedby={headingId}
        busy={add.isPending}
        onClick={() => add.mutate(choice)}
      >
        <Plus />
        Keuze toevoegen in Airtable
      </Button>
    </li>
  );
}

function ParkedItem({ record }: { record: ParkedRecord }) {
  const headingId = useId();
  const retry = useRetryParkedRecord();
  return (
    <li aria-labelledby={headingId} className="rounded-md border bg-card p-4">
      <RecordHeading id={headingId} name={record.recordName} table={record.table} since={record.since} />
      <p className="mt-1 break-words text-sm">{record.reason}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="outline"
          size="sm"
          aria-describedby={headingId}
          busy={retry.isPending}
          onClick={() => retry.mutate(record)}
        >
          <RotateCw />
          Opnieuw proberen
        </Button>
        <RecordLinks table={record.table} recordId={record.recordId} />
      </div>
    </li>
  );
}
