import { Check, CircleCheck, RotateCw } from "lucide-react";
import { useId } from "react";
import type { RefusedErasure } from "#contract/sync-questions.ts";
import { Button } from "#ui/button/button.tsx";
import { ExternalLink } from "#ui/content/external-link.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { useEndErasure, useRetryErasures } from "./airtable.api.ts";
import { RecordHeading } from "./record-heading.tsx";

type ErasureListProps = { erasures: readonly RefusedErasure[]; total: number };

/** Records of erased people that Airtable refused to delete, each with the reason. */
export function ErasureList({ erasures, total }: ErasureListProps) {
  const retry = useRetryErasures();
  if (erasures.length === 0)
    return (
      <Empty
        icon={CircleCheck}
        title="Niets wacht op wissen"
        text="Wie hier definitief wordt gewist, verdwijnt ook uit Airtable. Wat Airtable niet wil wissen, komt op deze plek te staan."
      />
    );
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-sm">
          Deze records gaan over mensen die hier definitief zijn gewist, en staan nog in Airtable. Bij elke
          synchronisatie wordt het opnieuw geprobeerd, behalve in een base die niet meer gekoppeld is.
        </p>
        <Button variant="outline" size="sm" busy={retry.isPending} onClick={() => retry.mutate()}>
          <RotateCw />
          Opnieuw proberen
        </Button>
      </div>
      <ul className="flex flex-col gap-3">
        {erasures.map((erasure) => (
          <ErasureItem key={`${erasure.table}:${erasure.recordId}`} erasure={erasure} />
        ))}
      </ul>
      {total > erasures.length && (
        <p className="mt-3 text-muted-foreground text-xs">
          De {erasures.length} oudste van {total.toLocaleString("nl-NL")}.
        </p>
      )}
    </>
  );
}

function ErasureItem({ erasure }: { erasure: RefusedErasure }) {
  const { table, recordId, askedBy, askedAt, reason, isInFormerBase, formerUrl } = erasure;
  const headingId = useId();
  const end = useEndErasure();
  return (
    <li aria-labelledby={headingId} className="rounded-md border bg-card p-4">
      <RecordHeading
        id={headingId}
        name={`Record ${recordId}`}
        detail={askedBy && `gewist door ${askedBy}`}
        table={table}
        since={askedAt}
      />
      <p className="mt-1 break-words text-sm">{reason}</p>
      {isInFormerBase && (
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <Button variant="outline" size="sm" busy={end.isPending} onClick={() => end.mutate(erasure)}>
            <Check />
            Is gewist
          </Button>
          {formerUrl && (
            <ExternalLink href={formerUrl} className="text-sm">
              Open in Airtable
            </ExternalLink>
          )}
        </div>
      )}
    </li>
  );
}
