import { type Control, useController, useForm, useWatch } from "react-hook-form";
import type { AdminCompany } from "#contract/companies.ts";
import { isSameName } from "#contract/company-forms.ts";
import { type NewUser, newUser } from "#contract/forms.ts";
import { ROLES } from "#contract/roles.ts";
import type { UserInAdminPanel } from "#contract/users.ts";
import { useAdminCompanies } from "#lib/api/admin-queries.ts";
import { FormRow, SelectField, SwitchField, TextField } from "#lib/forms/form-fields.tsx";
import { changedValues, formResolver, showFieldErrors } from "#lib/forms/form-resolver.ts";
import { useCurrentUser } from "#lib/session/session.ts";
import { FormDialog, FormDialogActions } from "#ui/dialog/form-dialog.tsx";
import { Field } from "#ui/field/field.tsx";
import { Combobox } from "#ui/select/combobox.tsx";
import { PasswordField, useGeneratedPassword } from "./password-field.tsx";
import { roleOptions } from "./role-labels.tsx";
import {
  type EditUserFormValues,
  EMPTY_USER_FORM,
  editUserFormSchema,
  toUserFormValues,
  type UserFormValues,
} from "./user-form.ts";
import { useCreateUser, useUpdateUser } from "./users.api.ts";

type UserDialogProps = {
  open: boolean;
  /** Null for a new user. */
  user: UserInAdminPanel | null;
  onClose: () => void;
};

export const UserDialog = ({ open, user, onClose }: UserDialogProps) => (
  <FormDialog open={open} onClose={onClose} size="lg" title={user ? "Gebruiker bewerken" : "Gebruiker toevoegen"}>
    {user ? <EditUserForm user={user} onDone={onClose} /> : <NewUserForm onDone={onClose} />}
  </FormDialog>
);

function NewUserForm({ onDone }: { onDone: () => void }) {
  const create = useCreateUser();
  const form = useForm<UserFormValues, unknown, NewUser>({
    resolver: formResolver(newUser),
    defaultValues: EMPTY_USER_FORM,
  });
  const { control, getValues, handleSubmit, setValue } = form;
  const password = useGeneratedPassword((generated) => setValue("password", generated, { shouldValidate: true }));
  const save = (values: NewUser) =>
    create.mutate(values, { onSuccess: onDone, onError: (error) => showFieldErrors(error, form) });
  // An invited user chooses a password through the link in the mail, but the form requires one. Its field is hidden, so a generated
  // password replaces what was typed: an invalid one would block the form without a visible error. One that was generated before is
  // kept: the admin may have copied it.
  const fillPasswordForInvitation = (invites: boolean) => {
    if (invites && getValues("password") !== password.generated) password.generate();
  };
  const isInvited = useWatch({ control, name: "sendInvitation" });
  return (
    <form noValidate onSubmit={handleSubmit(save)} className="flex flex-col gap-4">
      <UserFields control={control} />
      {!isInvited && (
        <PasswordField
          control={control}
          label="Wachtwoord"
          required
          generated={password.generated}
          onGenerate={password.generate}
        />
      )}
      <SwitchField
        control={control}
        name="sendInvitation"
        label="Stuur uitnodiging"
        hint="Een e-mail met een link om zelf een wachtwoord te kiezen."
        onCheckedChange={fillPasswordForInvitation}
      />
      <FormDialogActions busy={create.isPending} />
    </form>
  );
}

function EditUserForm({ user, onDone }: { user: UserInAdminPanel; onDone: () => void }) {
  const isOwnAccount = useCurrentUser().id === user.id;
  const update = useUpdateUser();
  const form = useForm<UserFormValues, unknown, EditUserFormValues>({
    resolver: formResolver(editUserFormSchema),
    defaultValues: toUserFormValues(user),
  });
  const { control, handleSubmit, setValue, formState } = form;
  const { dirtyFields } = formState;
  const password = useGeneratedPassword((generated) =>
    setValue("password", generated, { shouldDirty: true, shouldValidate: true }),
  );
  const save = (values: EditUserFormValues) =>
    update.mutate(
      { id: user.id, change: changedValues(values, dirtyFields) },
      { onSuccess: onDone, onError: (error) => showFieldErrors(error, form) },
    );
  return (
    <form noValidate onSubmit={handleSubmit(save)} className="flex flex-col gap-4">
      <UserFields control={control} isOwnAccount={isOwnAccount} />
      <PasswordField
        control={control}
        label="Nieuw wachtwoord"
        hint="Blijft dit leeg, dan houdt de gebruiker het huidige wachtwoord."
        generated={password.generated}
        onGenerate={password.generate}
      />
      <SwitchField
        control={control}
        name="isActive"
        label="Actief"
        disabled={isOwnAccount}
        hint={
          isOwnAccount
            ? "Je kunt je eigen account niet deactiveren."
            : "Wie inactief is, wordt uitgelogd en kan niet inloggen."
        }
      />
      <FormDialogActions busy={update.isPending} />
    </form>
  );
}

type UserFieldsProps<Transformed> = {
  control: Control<UserFormValues, unknown, Transformed>;
  /** True disables the role: users cannot change their own role. */
  isOwnAccount?: boolean;
};

const UserFields = <Transformed,>({ control, isOwnAccount = false }: UserFieldsProps<Transformed>) => (
  <>
    <FormRow>
      <TextField control={control} name="firstName" label="Voornaam" required />
      <TextField control={control} name="lastName" label="Achternaam" required />
    </FormRow>
    <FormRow>
      <TextField
        control={control}
        name="username"
        label="Gebruikersnaam"
        required
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField control={control} name="email" label="E-mailadres" type="email" spellCheck={false} />
    </FormRow>
    <FormRow>
      <CompanyField control={control} />
      <SelectField
        control={control}
        name="role"
        label="Rol"
        required
        options={roleOptions(ROLES)}
        disabled={isOwnAccount}
        hint={isOwnAccount && "Je kunt je eigen rol niet wijzigen."}
      />
    </FormRow>
  </>
);

/** With what tells it apart from a company of the same name. */
const companyLabel = ({ id, name, city }: AdminCompany, all: readonly AdminCompany[]): string =>
  all.some((other) => other.id !== id && isSameName(other.name, name))
    ? [name, city, id.slice(0, 8)].filter(Boolean).join(" · ")
    : name;

/** Only a platform admin may belong to no company. */
function CompanyField<Transformed>({ control }: { control: Control<UserFormValues, unknown, Transformed> }) {
  const companies = useAdminCompanies();
  const { field, fieldState } = useController({ control, name: "companyId" });
  const { ref, value, onChange } = field;
  const role = useWatch({ control, name: "role" });
  const required = role !== "super_admin";
  return (
    <Field
      label="Bedrijf"
      required={required}
      error={fieldState.error?.message ?? (companies.isError && "De bedrijven konden niet worden geladen.")}
    >
      <Combobox
        ref={ref}
        options={(companies.data ?? []).map((company, _index, all) => ({
          value: company.id,
          label: companyLabel(company, all),
        }))}
        value={value || null}
        onValueChange={(id) => onChange(id ?? "")}
        noneLabel={required ? undefined : "Geen bedrijf"}
        placeholder={companies.isPending ? "Laden..." : "Kies een bedrijf"}
        searchLabel="Zoek een bedrijf"
      />
    </Field>
  );
}
