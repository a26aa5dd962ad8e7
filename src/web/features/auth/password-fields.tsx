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

type NewPasswordError = { field: keyof NewPasswordValues; toast: ToastMessage & { description: string } };

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

type SetPasswordError = (
  field: keyof NewPasswordValues,
  error: { type: string; message: string },
  options: { shouldFocus: boolean },
) => void;

/** Shows the error, if there is one, as a toast and at its field; returns whether there is one. */
export const showNewPasswordError = (values: NewPasswordValues, setError: SetPasswordError): boolean => {
  const result = findNewPasswordError(values);
  if (!result) return false;
  showToast(result.toast);
  setError(result.field, { type: "rule", message: result.toast.description }, { shouldFocus: true });
  return true;
};

type PasswordFieldProps = ComponentProps<typeof PasswordInput> & {
  label: string;
  hint?: string;
  error: FieldError | undefined;
};

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
