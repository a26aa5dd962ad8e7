import { RotateCcw } from "lucide-react";
import type { DeletedCompany } from "#contract/companies.ts";
import { formatLongDate } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";
import { useConfirm } from "#ui/confirm.tsx";
import { useRestoreCompany } from "./companies.api.ts";
import { peopleCount } from "./company-labels.ts";

/** Deleted companies that can still be brought back. */
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
  const ask = async () => {
    const agreed = await confirm({
      title: `${name} herstellen?`,
      text: `Het bedrijf komt terug zoals het was, met ${peopleCount(userCount)}.`,
      confirmLabel: "Herstellen",
    });
    if (agreed) restore.mutate(id);
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
        onClick={ask}
      >
        <RotateCcw />
        Herstellen
      </Button>
    </li>
  );
}
