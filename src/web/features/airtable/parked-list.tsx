import { CircleCheck, RotateCw } from "lucide-react";
import { useId } from "react";
import type { ParkedRecord } from "#contract/airtable.ts";
import { RecordLinks } from "#lib/sync/record-history.tsx";
import { Button } from "#ui/button/button.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { useRetryParkedRecord } from "./airtable.api.ts";
import { RecordHeading } from "./record-heading.tsx";

type ParkedListProps = { records: readonly ParkedRecord[]; total: number };

/** Records that cannot be synchronised, each with the reason and a retry button. */
export const ParkedList = ({ records, total }: ParkedListProps) => {
  if (records.length === 0)
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
        {records.map((record) => (
          <ParkedItem key={`${record.table}:${record.recordId}`} record={record} />
        ))}
      </ul>
      {total > records.length && (
        <p className="mt-3 text-muted-foreground text-xs">
          De {records.length} nieuwste van {total.toLocaleString("nl-NL")}.
        </p>
      )}
    </>
  );
};

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
