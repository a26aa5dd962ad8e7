import { DialogContent } from "#ui/dialog.tsx";
import { Dialog } from "#ui/dialog-state.tsx";
import { TwoStepPanel } from "./two-step-panel.tsx";

type TwoStepDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; username: string };

/** For the admin panel, which has no profile of its own. */
export const TwoStepDialog = ({ open, onOpenChange, username }: TwoStepDialogProps) => (
  <Dialog open={open} onOpenChange={onOpenChange}>
    <DialogContent title="Beveiliging">
      <TwoStepPanel side="admin" username={username} />
    </DialogContent>
  </Dialog>
);
