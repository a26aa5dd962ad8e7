import { useForm } from "react-hook-form";
import { type NewColleague, newColleague } from "#contract/forms.ts";
import { FormRow, SelectField, TextField } from "#lib/forms/form-fields.tsx";
import { formResolver, showFieldErrors } from "#lib/forms/form-resolver.ts";
import { Button } from "#ui/button/button.tsx";
import { DialogClose, DialogFooter } from "#ui/dialog/dialog.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { COMPANY_ROLES } from "./role-labels.tsx";
import { useInviteColleague } from "./users.api.ts";

export const InviteColleagueDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <FormDialog
    open={open}
    onClose={onClose}
    title="Collega uitnodigen"
    description="Je collega krijgt een e-mail met een link om zelf een wachtwoord te kiezen, en logt in met het e-mailadres."
  >
    <InviteForm onDone={onClose} />
  </FormDialog>
);

function InviteForm({ onDone }: { onDone: () => void }) {
  const invite = useInviteColleague();
  const form = useForm<NewColleague>({
    resolver: formResolver(newColleague),
    defaultValues: { email: "", firstName: "", lastName: "", role: "user" },
  });
  const { control, handleSubmit } = form;
  const send = (values: NewColleague) =>
    invite.mutate(values, { onSuccess: onDone, onError: (error) => showFieldErrors(error, form) });
  return (
    <form noValidate onSubmit={handleSubmit(send)} className="flex flex-col gap-4">
      <TextField control={control} name="email" label="E-mailadres" type="email" autoComplete="off" required />
      <FormRow>
        <TextField control={control} name="firstName" label="Voornaam" autoComplete="off" required />
        <TextField control={control} name="lastName" label="Achternaam" autoComplete="off" required />
      </FormRow>
      <SelectField
        control={control}
        name="role"
        label="Rol"
        options={COMPANY_ROLES}
        hint="Een Account Manager ziet Management niet. Een Company Admin beheert het bedrijf en nodigt collega's uit."
      />
      <DialogFooter>
        <DialogClose>
          <Button variant="outline">Annuleren</Button>
        </DialogClose>
        <Button type="submit" busy={invite.isPending} busyLabel="Versturen...">
          Uitnodigen
        </Button>
      </DialogFooter>
    </form>
  );
}
