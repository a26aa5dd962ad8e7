import { DialogContent } from "./dialog.tsx";
import { Dialog } from "./dialog-state.tsx";
import { PopupLink } from "./popup-link.tsx";
import { ReportFrame } from "./report-frame.tsx";

type ReportDialogProps = { open: boolean; onClose: () => void; title: string; src: string };

/** Somebody's report, as large as the window allows; or in a window of its own, to read beside the work. */
export const ReportDialog = ({ open, onClose, title, src }: ReportDialogProps) => (
  <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
    <DialogContent title={title} description={<PopupLink href={src}>Open in een eigen venster</PopupLink>} size="full">
      <ReportFrame title={title} src={src} className="h-[76dvh]" />
    </DialogContent>
  </Dialog>
);
