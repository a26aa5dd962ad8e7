import { Dialog, DialogContent } from "./dialog.tsx";
import { ReportFrame } from "./report-frame.tsx";

type ReportDialogProps = { open: boolean; onClose: () => void; title: string; src: string };

/** Somebody's report, as large as the window allows. */
export const ReportDialog = ({ open, onClose, title, src }: ReportDialogProps) => (
  <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
    <DialogContent title={title} size="full">
      <ReportFrame title={title} src={src} className="h-[76dvh]" />
    </DialogContent>
  </Dialog>
);
