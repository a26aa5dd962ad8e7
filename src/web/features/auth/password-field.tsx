import type { ComponentProps } from "react";
import type { FieldError } from "react-hook-form";
import { Field } from "#ui/field.tsx";
import { PasswordInput } from "#ui/password-input.tsx";

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
