import { type Control, useForm } from "react-hook-form";
import type { z } from "zod";
import { type ColleagueChange, colleagueChange } from "#contract/user-form.ts";
import type { Colleague } from "#contract/users.ts";
import { useCurrentUser } from "#lib/current-user.ts";
import { showFieldProblems } from "#lib/field-problems.ts";
import { formResolver } from "#lib/form-resolver.ts";
import { ROLE_LABELS } from "#lib/role-labels.ts";
import { Field } from "#ui/field.tsx";
import { FormActions, FormDialog } from "#ui/form-dialog.tsx";
import { SelectField, SwitchField, TextField } from "#ui/form-fields.tsx";
import { FormRow } from "#ui/form-section.tsx";
import { Input } from "#ui/input.tsx";
import { roleOptions } from "./role-labels.ts";
import { useUpdateColleague } from "./users.api.ts";

type ColleagueDialogProps = { open: boolean; colleague: Colleague; onClose: () => void };

export const ColleagueDialog = ({ open, colleague, onClose }: ColleagueDialogProps) => (
  <FormDialog open={open} onClose={onClose} title="Gebruiker bewerken">
    <ColleagueForm colleague={colleague} onDone={onClose} />
  </FormDialog>
);

type ColleagueValues = z.input<typeof colleagueChange>;

const formOf = ({ firstName, lastName, role, isActive }: Colleague): ColleagueValues => ({
  firstName: firstName ?? "",
  lastName: lastName ?? "",
  // Nobody is made or unmade a platform admin here: without a role, the server leaves it alone.
  role: role === "super_admin" ? undefined : role,
  isActive,
});

function ColleagueForm({ colleague, onDone }: { colleague: Colleague; onDone: () => void }) {
  const ownAccount = useCurrentUser().id === colleague.id;
  const update = useUpdateColleague();
  const form = useForm<ColleagueValues, unknown, ColleagueChange>({
    resolver: formResolver(colleagueChange),
    defaultValues: formOf(colleague),
  });
  const { control, handleSubmit } = form;
  const save = (change: ColleagueChange) =>
    update.mutate(
      { id: colleague.id, change },
      { onSuccess: onDone, onError: (error) => showFieldProblems(error, form) },
    );
  return (
    <form noValidate onSubmit={handleSubmit(save)} className="flex flex-col gap-4">
      <Field label="Email">
        <Input readOnly value={colleague.email ?? ""} />
      </Field>
      <FormRow>
        <TextField control={control} name="firstName" label="Voornaam" />
        <TextField control={control} name="lastName" label="Achternaam" />
      </FormRow>
      <RoleField control={control} colleague={colleague} disabled={ownAccount} />
      <SwitchField
        control={control}
        name="isActive"
        label="Actief"
        disabled={ownAccount}
        hint={ownAccount && "Je kunt je eigen account niet deactiveren."}
      />
      <FormActions busy={update.isPending} />
    </form>
  );
}

type RoleFieldProps = {
  control: Control<ColleagueValues, unknown, ColleagueChange>;
  colleague: Colleague;
  disabled: boolean;
};

const COMPANY_ROLES = roleOptions(["user", "account_manager", "company_admin"]);

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
