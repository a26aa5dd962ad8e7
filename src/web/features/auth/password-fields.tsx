import type { ComponentProps } from "react";
import type { FieldError, FieldErrors, UseFormRegisterReturn } from "react-hook-form";
import { z } from "zod";
import { password } from "#contract/forms.ts";
import { showToast, type ToastMessage } from "#ui/feedback/toast.tsx";
import { Field } from "#ui/field/field.tsx";
import { PasswordInput } from "#ui/field/password-input.tsx";

/** What a screen asks for a new password, beside the fields. The password itself is judged by `newPasswordProblem`. */
export const newPasswordSchema = z.object({
  newPassword: z.string().min(1, "Vul een nieuw wachtwoord in."),
  confirmation: z.string().min(1, "Vul je nieuwe wachtwoord nog een keer in."),
});
export type NewPasswordValues = z.infer<typeof newPasswordSchema>;

type NewPasswordProblem = { field: keyof NewPasswordValues; toast: ToastMessage };

const passwordProblem = (field: keyof NewPasswordValues, title: string, description: string): NewPasswordProblem => ({
  field,
  toast: { title, description, tone: "destructive" },
});

/** Whether the two agree comes first: whoever mistyped one of them should not hear about its length. */
export const findNewPasswordProblem = ({
  newPassword,
  confirmation,
}: NewPasswordValues): NewPasswordProblem | undefined => {
  if (newPassword !== confirmation) {
    return passwordProblem(
      "confirmation",
      "Wachtwoorden komen niet overeen",
      "Controleer of beide wachtwoorden hetzelfde zijn.",
    );
  }
  const [issue] = password.safeParse(newPassword).error?.issues ?? [];
  if (!issue) return undefined;
  return passwordProblem(
    "newPassword",
    issue.code === "too_big" ? "Wachtwoord te lang" : "Wachtwoord te kort",
    issue.message,
  );
};

/** Says what is wrong with them, if anything, and with which of the two. */
export const showNewPasswordProblem = (values: NewPasswordValues): keyof NewPasswordValues | undefined => {
  const found = findNewPasswordProblem(values);
  if (found) showToast(found.toast);
  return found?.field;
};

type PasswordFieldProps = ComponentProps<typeof PasswordInput> & {
  label: string;
  hint?: string;
  problem: FieldError | undefined;
};

/** A problem that a toast has told in words still marks the field. */
export const PasswordField = ({ label, hint, problem, ...props }: PasswordFieldProps) => (
  <Field label={label} hint={hint} error={problem?.message}>
    <PasswordInput required aria-invalid={problem ? true : undefined} {...props} />
  </Field>
);

type NewPasswordInputsProps = {
  newPassword: UseFormRegisterReturn;
  confirmation: UseFormRegisterReturn;
  problems: FieldErrors<NewPasswordValues>;
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
