import type { ComponentProps } from "react";
import type { FieldError, FieldErrors, UseFormRegisterReturn } from "react-hook-form";
import { z } from "zod";
import { password } from "#contract/forms.ts";
import { showToast, type ToastMessage } from "#ui/feedback/toast.tsx";
import { Field } from "#ui/field/field.tsx";
import { PasswordInput } from "#ui/field/input.tsx";

/** Only checks that both fields are filled in; `findNewPasswordProblem` checks the password itself. */
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

/** Compares the two first: whoever mistyped one of them does not need a message about its length. */
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

/** Shows the problem as a toast, if there is one, and returns the field that has it. */
export const showNewPasswordProblem = (values: NewPasswordValues): keyof NewPasswordValues | undefined => {
  const result = findNewPasswordProblem(values);
  if (result) showToast(result.toast);
  return result?.field;
};

type PasswordFieldProps = ComponentProps<typeof PasswordInput> & {
  label: string;
  hint?: string;
  problem: FieldError | undefined;
};

/** A problem without a message (a toast shows it) still marks the field as invalid. */
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
