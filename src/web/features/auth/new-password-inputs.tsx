import type { FieldErrors, UseFormRegisterReturn } from "react-hook-form";
import type { NewPassword } from "./new-password.ts";
import { PasswordField } from "./password-field.tsx";

type NewPasswordInputsProps = {
  newPassword: UseFormRegisterReturn;
  confirmation: UseFormRegisterReturn;
  problems: FieldErrors<NewPassword>;
};

/** A new password, twice. */
export const NewPasswordInputs = ({ newPassword, confirmation, problems }: NewPasswordInputsProps) => (
  <>
    <PasswordField
      label="Nieuw wachtwoord"
      problem={problems.newPassword}
      placeholder="Minimaal 6 karakters"
      autoComplete="new-password"
      {...newPassword}
    />
    <PasswordField
      label="Bevestig wachtwoord"
      problem={problems.confirmation}
      autoComplete="new-password"
      {...confirmation}
    />
  </>
);
