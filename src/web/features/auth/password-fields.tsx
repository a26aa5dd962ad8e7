import type { ComponentProps } from "react";
import type { FieldError, FieldErrors, UseFormRegisterReturn } from "react-hook-form";
import { z } from "zod";
import { password } from "#contract/forms.ts";
import { showToast, type ToastMessage } from "#ui/feedback/toast.tsx";
import { Field } from "#ui/field/field.tsx";
import { PasswordInput } from "#ui/field/input.tsx";

/** Only checks that both fields are filled in; `findNewPasswordError` checks the password itself. */
export const newPasswordSchema = z.object({
  newPassword: z.string().min(1, "Vul een nieuw wachtwoord in."),
  confirmation: z.string().min(1, "Vul je nieuwe wachtwoord nog een keer in."),
});
export type NewPasswordValues = z.infer<typeof newPasswordSchema>;

type NewPasswordError = { field: keyof NewPasswordValues; toast: ToastMessage };

const passwordError = (field: keyof NewPasswordValues, title: string, description: string): NewPasswordError => ({
  field,
  toast: { title, description, tone: "destructive" },
});

/** Compares the two first: after a typing error in one of them, a message about its length would mislead. */
export const findNewPasswordError = ({
  newPassword,
  confirmation,
}: NewPasswordValues): NewPasswordError | undefined => {
  if (newPassword !== confirmation) {
    return passwordError(
      "confirmation",
      "Wachtwoorden komen niet overeen",
      "Controleer of beide wachtwoorden hetzelfde zijn.",
    );
  }
  const [issue] = password.safeParse(newPassword).error?.issues ?? [];
  if (!issue) return undefined;
  return passwordError(
    "newPassword",
    issue.code === "too_big" ? "Wachtwoord te lang" : "Wachtwoord te kort",
    issue.message,
  );
};

/** Shows the error as a toast, if there is one, and returns the invalid field. */
export const showNewPasswordError = (values: NewPasswordValues): keyof NewPasswordValues | undefined => {
  const result = findNewPasswordError(values);
  if (result) showToast(result.toast);
  return result?.field;
};

type PasswordFieldProps = ComponentProps<typeof PasswordInput> & {
  label: string;
  hint?: string;
  error: FieldError | undefined;
};

/** An error without a message (a toast shows it) still marks the field as invalid. */
export const PasswordField = ({ label, hint, error, ...props }: PasswordFieldProps) => (
  <Field label={label} hint={hint} error={error?.message}>
    <PasswordInput required aria-invalid={error ? true : undefined} {...props} />
  </Field>
);

type NewPasswordInputsProps = {
  newPassword: UseFormRegisterReturn;
  confirmation: UseFormRegisterReturn;
  errors: FieldErrors<NewPasswordValues>;
};

export const NewPasswordInputs = ({ newPassword, confirmation, errors }: NewPasswordInputsProps) => (
  <>
    <PasswordField
      label="Nieuw wachtwoord"
      error={errors.newPassword}
      placeholder="Minimaal 6 karakters"
      autoComplete="new-password"
      {...newPassword}
    />
    <PasswordField
      label="Bevestig wachtwoord"
      error={errors.confirmation}
      autoComplete="new-password"
      {...confirmation}
    />
  </>
);
