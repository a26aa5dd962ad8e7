import type { AdminUser } from "#contract/users.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { EditUserForm } from "./edit-user-form.tsx";
import { NewUserForm } from "./new-user-form.tsx";

type UserDialogProps = {
  open: boolean;
  /** Null for a new one. */
  user: AdminUser | null;
  onClose: () => void;
};

export const UserDialog = ({ open, user, onClose }: UserDialogProps) => (
  <FormDialog open={open} onClose={onClose} size="lg" title={user ? "Gebruiker bewerken" : "Gebruiker toevoegen"}>
    {user ? <EditUserForm user={user} onDone={onClose} /> : <NewUserForm onDone={onClose} />}
  </FormDialog>
);
