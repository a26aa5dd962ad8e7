import type { Control } from "react-hook-form";
import { ROLES } from "#contract/roles.ts";
import { SelectField, TextField } from "#ui/form-fields.tsx";
import { FormRow } from "#ui/form-section.tsx";
import { CompanyField } from "./company-field.tsx";
import { roleOptions } from "./role-labels.ts";
import type { UserValues } from "./user-form.ts";

type UserFieldsProps<Sent> = {
  control: Control<UserValues, unknown, Sent>;
  /** Nobody changes their own role. */
  ownAccount?: boolean;
};

export const UserFields = <Sent,>({ control, ownAccount = false }: UserFieldsProps<Sent>) => (
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
        disabled={ownAccount}
        hint={ownAccount && "Je kunt je eigen rol niet wijzigen."}
      />
    </FormRow>
  </>
);
