import { type Control, useForm } from "react-hook-form";
import type { z } from "zod";
import { type ColleagueChange, colleagueChange } from "#contract/forms.ts";
import type { CompanyUser } from "#contract/users.ts";
import { FormRow, SelectField, SwitchField, TextField } from "#lib/forms/form-fields.tsx";
import { changedValues, formResolver, showFieldErrors } from "#lib/forms/form-resolver.ts";
import { ROLE_LABELS } from "#lib/labels/person.ts";
import { useCurrentUser } from "#lib/session/session.ts";
import { FormDialog, FormDialogActions } from "#ui/dialog/form-dialog.tsx";
import { Field } from "#ui/field/field.tsx";
import { Input } from "#ui/field/input.tsx";
import { COMPANY_ROLES } from "./role-labels.tsx";
import { useUpdateColleague } from "./users.api.ts";

type ColleagueDialogProps = { open: boolean; colleague: CompanyUser; onClose: () => void };

export const ColleagueDialog = ({ open, colleague, onClose }: ColleagueDialogProps) => (
  <FormDialog open={open} onClose={onClose} title="Gebruiker bewerken">
    <ColleagueForm colleague={colleague} onDone={onClose} />
  </FormDialog>
);

type ColleagueFormValues = z.input<typeof colleagueChange>;

const toColleagueForm = ({ firstName, lastName, role, isActive }: CompanyUser): ColleagueFormValues => ({
  firstName: firstName ?? "",
  lastName: lastName ?? "",
  // A platform admin's role cannot be changed here: without a role in the request the server keeps it.
  role: role === "super_admin" ? undefined : role,
  isActive,
});

function ColleagueForm({ colleague, onDone }: { colleague: CompanyUser; onDone: () => void }) {
  const isOwnAccount = useCurrentUser().id === colleague.id;
  const update = useUpdateColleague();
  const form = useForm<ColleagueFormValues, unknown, ColleagueChange>({
    resolver: formResolver(colleagueChange),
    defaultValues: toColleagueForm(colleague),
  });
  const { control, handleSubmit, formState } = form;
  const { dirtyFields } = formState;
  const save = (change: ColleagueChange) =>
    update.mutate(
      { id: colleague.id, change: changedValues(change, dirtyFields) },
      { onSuccess: onDone, onError: (error) => showFieldErrors(error, form) },
    );
  return (
    <form noValidate onSubmit={handleSubmit(save)} className="flex flex-col gap-4">
      <Field label="E-mailadres">
        <Input readOnly value={colleague.email ?? ""} />
      </Field>
      <FormRow>
        <TextField control={control} name="firstName" label="Voornaam" />
        <TextField control={control} name="lastName" label="Achternaam" />
      </FormRow>
      <RoleField control={control} colleague={colleague} disabled={isOwnAccount} />
      <SwitchField
        control={control}
        name="isActive"
        label="Actief"
        disabled={isOwnAccount}
        hint={isOwnAccount && "Je kunt je eigen account niet deactiveren."}
      />
      <FormDialogActions busy={update.isPending} />
    </form>
  );
}

type RoleFieldProps = {
  control: Control<ColleagueFormValues, unknown, ColleagueChange>;
  colleague: CompanyUser;
  disabled: boolean;
};

const RoleField = ({ control, colleague, disabled }: RoleFieldProps) => {
  if (colleague.role === "super_admin") {
    return (
      <Field label="Rol" hint="De rol van een platformbeheerder verandert alleen in het admin panel.">
        <Input readOnly value={ROLE_LABELS.super_admin} />
      </Field>
    );
  }
  return (
    <SelectField
      control={control}
      name="role"
      label="Rol"
      options={COMPANY_ROLES}
      disabled={disabled}
      hint={disabled && "Je kunt je eigen rol niet wijzigen."}
    />
  );
};
