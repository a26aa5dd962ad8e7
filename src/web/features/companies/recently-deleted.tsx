import { RotateCcw, Trash2 } from "lucide-react";
import { type DeletedCompany, RESTORE_DAYS } from "#contract/companies.ts";
import { formatLongDate } from "#lib/dates/dates.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { Dialog, DialogContent, DialogTrigger } from "#ui/dialog/dialog.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { useDeletedCompanies, useRestoreCompany } from "./companies.api.ts";

const userCountText = (count: number): string => (count === 1 ? "1 gebruiker" : `${count} gebruikers`);

/** Deleted companies that can still be restored. */
export const RecentlyDeleted = ({ companies }: { companies: readonly DeletedCompany[] }) => {
  if (companies.length === 0) return <p className="text-muted-foreground">Geen verwijderde bedrijven.</p>;
  return (
    <ul className="divide-y">
      {companies.map((company) => (
        <DeletedRow key={company.id} company={company} />
      ))}
    </ul>
  );
};

function DeletedRow({ company }: { company: DeletedCompany }) {
  const { id, name, deletedAt, purgeAt, userCount } = company;
  const confirm = useConfirm();
  const restore = useRestoreCompany();
  const confirmAndRestore = async () => {
    const confirmed = await confirm({
      title: `${name} herstellen?`,
      text: `Het bedrijf komt terug zoals het was, met ${userCountText(userCount)}.`,
      confirmLabel: "Herstellen",
    });
    if (confirmed) restore.mutate(id);
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="truncate font-medium">{name}</p>
        <p className="text-muted-foreground text-xs">
          Verwijderd op {formatLongDate(deletedAt)} · te herstellen tot {formatLongDate(purgeAt)}
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-label={`${name} herstellen`}
        busy={restore.isPending}
        busyLabel="Herstellen..."
        onClick={confirmAndRestore}
      >
        <RotateCcw />
        Herstellen
      </Button>
    </li>
  );
}

export const RecentlyDeletedButton = () => (
  <Dialog>
    <DialogTrigger>
      <Button variant="outline">
        <Trash2 />
        Recently deleted
      </Button>
    </DialogTrigger>
    <DialogContent
      title="Recently deleted"
      description={`Verwijderde bedrijven blijven ${RESTORE_DAYS} dagen bewaard.`}
    >
      <DeletedList />
    </DialogContent>
  </Dialog>
);

function DeletedList() {
  const deleted = useDeletedCompanies();
  return (
    <QueryStates query={deleted} errorTitle="De lijst kon niet worden geladen" skeleton={<LinesSkeleton />}>
      {(companies) => <RecentlyDeleted companies={companies} />}
    </QueryStates>
  );
}
