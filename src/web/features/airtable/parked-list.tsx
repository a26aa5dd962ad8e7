import { CircleCheck, Link2, Plus, RotateCw } from "lucide-react";
import { useId } from "react";
import type { SyncStatus } from "#contract/airtable.ts";
import type { MissingChoice, ParkedRecord } from "#contract/sync-questions.ts";
import { LeadLink } from "#lib/leads/lead-link.tsx";
import { RecordLinks } from "#lib/sync/record-history.tsx";
import { Button } from "#ui/button/button.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "#ui/page/collapsible.tsx";
import { useAddChoice, useRetryParkedRecord } from "./airtable.api.ts";
import { RecordHeading } from "./record-heading.tsx";
import { recordsText } from "./sync-run.tsx";

type Mapping = { onMap: () => void };

const MAPPING_ADVICE = "Betekent deze keuze hier iets, koppel haar dan in Velden koppelen.";

const MapButton = ({ onMap }: Mapping) => (
  <Button variant="outline" size="sm" onClick={onMap}>
    <Link2 />
    Velden koppelen
  </Button>
);

/** Records that cannot be synchronised, each with the reason and a retry button, and choices that are missing in Airtable. */
export const ParkedList = ({ status, onMap }: Mapping & { status: SyncStatus }) => {
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
          <MissingChoiceItem key={`${choice.table}:${choice.field}:${choice.value}`} choice={choice} onMap={onMap} />
        ))}
        {[...Map.groupBy(records, ({ table, reason }) => `${table}:${reason}`)].map(([key, group]) => (
          <ParkedGroup key={key} records={group} onMap={onMap} />
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
function MissingChoiceItem({ choice, onMap }: Mapping & { choice: MissingChoice }) {
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
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          aria-describedby={headingId}
          busy={add.isPending}
          onClick={() => add.mutate(choice)}
        >
          <Plus />
          Keuze toevoegen in Airtable
        </Button>
        <MapButton onMap={onMap} />
      </div>
    </li>
  );
}

const RecordName = ({ record: { leadId, recordName } }: { record: ParkedRecord }) =>
  leadId ? <LeadLink id={leadId}>{recordName}</LeadLink> : recordName;

/** One item for all records of a table with the same problem. */
function ParkedGroup({ records, onMap }: Mapping & { records: readonly ParkedRecord[] }) {
  const headingId = useId();
  const [first] = records;
  if (!first) return null;
  const { table, reason, since, hasUnmappedChoice } = first;
  const count = recordsText({ table, count: records.length });
  return (
    <li aria-labelledby={headingId} className="rounded-md border bg-card p-4">
      <RecordHeading
        id={headingId}
        name={records.length === 1 ? <RecordName record={first} /> : count}
        table={table}
        since={since}
      />
      <p className="mt-1 break-words text-sm">{hasUnmappedChoice ? `${reason} ${MAPPING_ADVICE}` : reason}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {hasUnmappedChoice && <MapButton onMap={onMap} />}
        {records.length === 1 && <RecordActions record={first} headingId={headingId} />}
      </div>
      {records.length > 1 && (
        <Collapsible className="mt-1">
          <CollapsibleTrigger className="text-sm">Toon de {count}</CollapsibleTrigger>
          <CollapsibleContent>
            <ul className="divide-y">
              {records.map((record) => (
                <GroupedRecord key={record.recordId} record={record} />
              ))}
            </ul>
          </CollapsibleContent>
        </Collapsible>
      )}
    </li>
  );
}

function GroupedRecord({ record }: { record: ParkedRecord }) {
  const nameId = useId();
  return (
    <li aria-labelledby={nameId} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2 text-sm">
      <span id={nameId} className="min-w-0 basis-full break-words sm:flex-1">
        <RecordName record={record} />
      </span>
      <RecordActions record={record} headingId={nameId} />
    </li>
  );
}

function RecordActions({ record, headingId }: { record: ParkedRecord; headingId: string }) {
  const retry = useRetryParkedRecord();
  const { table, recordId, airtableUrl } = record;
  return (
    <>
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
      <RecordLinks table={table} recordId={recordId} airtableUrl={airtableUrl} />
    </>
  );
}
