import type { FieldValues } from "react-hook-form";
import { showError } from "../api/show-error.ts";
import { type Form, showFieldErrors } from "./form-resolver.ts";

/** Shows a failed save at the fields that it is about, else in a toast: a toast would cover the buttons of a dialog. */
export const showFormError = <Values extends FieldValues>(
  error: unknown,
  form: Form<Values>,
  fallback: string,
): void => {
  if (!showFieldErrors(error, form)) showError(error, fallback);
};
