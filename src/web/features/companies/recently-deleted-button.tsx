import { Trash2 } from "lucide-react";
import { RESTORE_DAYS } from "#contract/companies.ts";
import { Loaded } from "#lib/loaded.tsx";
import { Button } from "#ui/button.tsx";
import { DialogContent } from "#ui/dialog.tsx";
import { Dialog, DialogTrigger } from "#ui/dialog-state.tsx";
import { LinesSkeleton } from "#ui/lines-skeleton.tsx";
import { useDeletedCompanies } from "./companies.api.ts";
import { RecentlyDeleted } from "./recently-deleted.tsx";

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
    <Loaded query={deleted} problem="De lijst kon niet worden geladen" skeleton={<LinesSkeleton />}>
      {(companies) => <RecentlyDeleted companies={companies} />}
    </Loaded>
  );
}
