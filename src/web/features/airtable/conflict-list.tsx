import { CircleCheck } from "lucide-react";
import { Suspense, useState } from "react";
import type { BulkChoice, SyncConflict } from "#contract/sync-questions.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { Checkbox } from "#ui/field/checkbox.tsx";
import { Field } from "#ui/field/field.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { useConflicts, useResolveConflicts } from "./airtable.api.ts";
import { approvedCountText } from "./conflict-texts.ts";
import { deletionQuestion } from "./held-deletions.tsx";

const ConflictItem = lazyComponent(() => import("./conflict-item.tsx"), "ConflictItem");

const PAGE_SIZE = 25;

/** Fields that were changed both here and in Airtable, a page at a time. */
export function ConflictList() {
  const [page, setPage] = useState(0);
  const query = useConflicts(page);
  return (
    <QueryStates query={query} errorTitle="De conflicten konden niet worden geladen" skeleton={<LinesSkeleton />}>
      {({ conflicts, total }) => {
        if (total === 0) return <NoConflicts />;
        // After the last conflict of a page was resolved, the page before it is shown.
        if (conflicts.length === 0 && page > 0) setPage(Math.ceil(total / PAGE_SIZE) - 1);
        return (
          <>
            <ConflictPage key={page} conflicts={conflicts} />
            {total > PAGE_SIZE && <Pager page={page} total={total} onPage={setPage} />}
          </>
        );
      }}
    </QueryStates>
  );
}

const NoConflicts = () => (
  <Empty
    icon={CircleCheck}
    title="Geen conflicten"
    text="Als hier en in Airtable hetzelfde wordt gewijzigd, kies je op deze plek welke van de twee blijft."
  />
);

const Pager = ({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) => (
  <nav aria-label="Pagina's" className="mt-3 flex flex-wrap items-center gap-3 text-sm">
    <Button variant="outline" size="sm" disabled={page === 0} onClick={() => onPage(page - 1)}>
      Vorige
    </Button>
    <span className="tabular-nums">
      {page * PAGE_SIZE + 1}–{Math.min(total, (page + 1) * PAGE_SIZE)} van {total.toLocaleString("nl-NL")}
    </span>
    <Button variant="outline" size="sm" disabled={(page + 1) * PAGE_SIZE >= total} onClick={() => onPage(page + 1)}>
      Volgende
    </Button>
  </nav>
);

/** One choice for several conflicts is possible where both sides changed a field, and about deleted records. */
const canBeChosenTogether = ({ kind }: SyncConflict): boolean => kind === "changed" || kind === "deleted";

function ConflictPage({ conflicts }: { conflicts: readonly SyncConflict[] }) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const selectable = conflicts.filter(canBeChosenTogether);
  const selected = selectable.filter(({ id }) => selectedIds.has(id));
  const select = (ids: readonly string[], isSelected: boolean) =>
    setSelectedIds((before) =>
      isSelected ? new Set([...before, ...ids]) : new Set([...before].filter((id) => !ids.includes(id))),
    );
  return (
    <>
      {selectable.length > 1 && (
        <BulkBar
          selected={selected}
          total={selectable.length}
          onSelectAll={(isSelected) =>
            select(
              selectable.map(({ id }) => id),
              isSelected,
            )
          }
        />
      )}
      <Suspense fallback={<LinesSkeleton />}>
        <ul className="flex flex-col gap-3">
          {conflicts.map((conflict) => (
            <ConflictItem
              key={conflict.id}
              conflict={conflict}
              selection={
                selectable.length > 1 && canBeChosenTogether(conflict)
                  ? {
                      isSelected: selectedIds.has(conflict.id),
                      onChange: (isSelected) => select([conflict.id], isSelected),
                    }
                  : null
              }
            />
          ))}
        </ul>
      </Suspense>
    </>
  );
}

type BulkBarProps = { selected: readonly SyncConflict[]; total: number; onSelectAll: (isSelected: boolean) => void };

function BulkBar({ selected, total, onSelectAll }: BulkBarProps) {
  const isAll = selected.length === total;
  const approvedCount = selected.filter(({ isApproved }) => isApproved).length;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Field label={`Alle ${total} op deze pagina`} inline>
        <Checkbox
          checked={isAll || (selected.length > 0 ? "indeterminate" : false)}
          onCheckedChange={(checked) => onSelectAll(checked === true)}
        />
      </Field>
      <BulkButtons selected={selected} />
      {approvedCount > 0 && <p className="w-full text-sm text-warning">{approvedCountText(approvedCount)}</p>}
    </div>
  );
}

/** Each choice is about the selected conflicts of its kind. */
function BulkButtons({ selected }: Pick<BulkBarProps, "selected">) {
  const resolve = useResolveConflicts();
  const confirm = useConfirm();
  const changed = selected.filter(({ kind }) => kind === "changed");
  const deleted = selected.filter(({ kind }) => kind === "deleted");
  const deletedText = deleted.length === 1 ? "1 record" : `${deleted.length} records`;
  const choose = (choice: BulkChoice["choice"], conflicts: readonly SyncConflict[]) =>
    resolve.mutate({ choice, conflicts: conflicts.map(({ id, version }) => ({ id, version })) });
  const ask = async (choice: BulkChoice["choice"]) => {
    const question = deletionQuestion(choice === "theirs" ? "delete" : "recreate", deletedText);
    if (await confirm(question)) choose(choice, deleted);
  };
  const button = (label: string, onClick: () => void) => (
    <Button variant="outline" size="sm" disabled={resolve.isPending} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {changed.length > 0 && (
        <>
          {button(`Kies ${changed.length} keer wat hier staat`, () => choose("ours", changed))}
          {button(`Kies ${changed.length} keer wat in Airtable staat`, () => choose("theirs", changed))}
        </>
      )}
      {deleted.length > 0 && (
        <>
          {button(`Maak ${deletedText} opnieuw aan in Airtable`, () => void ask("ours"))}
          {button(`Verwijder ${deletedText} hier ook`, () => void ask("theirs"))}
        </>
      )}
    </div>
  );
}
