import { useState, useSyncExternalStore } from "react";
import { cn } from "../cn.ts";
import { PopupLink } from "../content/external-link.tsx";
import { Skeleton, SkeletonGroup } from "../feedback/loading.tsx";
import { Dialog, DialogContent } from "./dialog.tsx";

const observeTheme = (onChange: () => void) => {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ["class"] });
  return () => observer.disconnect();
};
const currentTheme = () => (document.documentElement.classList.contains("dark") ? "dark" : "light");

/** The URL of a report in the colours of the screen: its page cannot ask for them itself, because it has no access to ours. */
const useThemedUrl = (src: string): string => {
  const theme = useSyncExternalStore(observeTheme, currentTheme, () => "light");
  return `${src}#${theme}`;
};

type ReportFrameProps = { title: string; className?: string; src: string };

/** Untrusted HTML in a sandbox: no scripts, no forms, no access to the session. */
export function ReportFrame({ title, className, src }: ReportFrameProps) {
  const [loaded, setLoaded] = useState(false);
  const url = useThemedUrl(src);
  return (
    <div className={cn("relative h-[70dvh] overflow-hidden rounded-sm border bg-card", className)}>
      {!loaded && <ReportSkeleton />}
      {/* A new frame for the other theme: a changed URL would be one more step back in the history. */}
      <iframe
        key={url}
        src={url}
        title={title}
        sandbox=""
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(true)}
        className={cn("size-full", !loaded && "opacity-0")}
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
export function ReportDialog({ open, onClose, title, src }: ReportDialogProps) {
  const url = useThemedUrl(src);
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent
        title={title}
        description={<PopupLink href={url}>Open in een eigen venster</PopupLink>}
        size="full"
      >
        <ReportFrame title={title} src={src} className="h-[76dvh]" />
      </DialogContent>
    </Dialog>
  );
}
