import { ArchiveRestore } from "lucide-react";
import { Suspense } from "react";
import { LEAD_RESTORE_DAYS } from "#contract/leads.ts";
import { Button } from "#ui/button/button.tsx";
import { Dialog, DialogContent, DialogTrigger } from "#ui/dialog/dialog.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";

const DeletedList = lazyComponent(() => import("./deleted-list.tsx"), "DeletedList");

/** A dialog with the deleted leads that can still be restored. */
export const DeletedLeadsButton = () => (
  <Dialog>
    <DialogTrigger>
      <Button variant="outline" className="max-sm:px-2.5">
        <ArchiveRestore />
        <span className="max-sm:sr-only">Verwijderde leads</span>
      </Button>
    </DialogTrigger>
    <DialogContent
      title="Verwijderde leads"
      size="lg"
      description={`Een verwijderde lead is nog ${LEAD_RESTORE_DAYS} dagen te herstellen.`}
    >
      <Suspense fallback={<LinesSkeleton />}>
        <DeletedList />
      </Suspense>
    </DialogContent>
  </Dialog>
);
