import { useState } from "react";
import { cn } from "../cn.ts";
import { PopupLink } from "../content/external-link.tsx";
import { Skeleton, SkeletonGroup } from "../feedback/loading.tsx";
import { Dialog, DialogContent } from "./dialog.tsx";

type ReportFrameProps = { title: string; className?: string } & ({ src: string } | { srcDoc: string });

/**
 * Untrusted HTML in a sandbox: no scripts, no forms, no access to the session. On white in both themes, because reports
 * bring their own colours.
 */
export function ReportFrame({ title, className, ...document }: ReportFrameProps) {
  const [loaded, setLoaded] = useState(false);
  return (
    <div className={cn("relative h-[70dvh] overflow-hidden rounded-sm border bg-white", className)}>
      {!loaded && <ReportSkeleton />}
      <iframe
        {...document}
        title={title}
        sandbox=""
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(true)}
        className={cn("size-full [color-scheme:light]", !loaded && "opacity-0")}
      />
    </div>
  );
}

const ReportSkeleton = () => (
  <SkeletonGroup label="Rapport laden..." className="absolute inset-0 flex flex-col gap-3 bg-card p-6">
    <Skeleton className="h-6 w-1/2" />
    <Skeleton className="w-full" />
    <Skeleton className="w-11/12" />
    <Skeleton className="w-4/5" />
    <Skeleton className="mt-4 h-40 w-full" />
  </SkeletonGroup>
);

type ReportDialogProps = { open: boolean; onClose: () => void; title: string; src: string };

/** The research report of a lead, as large as the window allows, with a link that opens it in a window of its own. */
export const ReportDialog = ({ open, onClose, title, src }: ReportDialogProps) => (
  <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
    <DialogContent title={title} description={<PopupLink href={src}>Open in een eigen venster</PopupLink>} size="full">
      <ReportFrame title={title} src={src} className="h-[76dvh]" />
    </DialogContent>
  </Dialog>
);
