import { zodResolver } from "@hookform/resolvers/zod";
import { type FieldPath, type FieldValues, get, type UseFormSetError } from "react-hook-form";
import { installDutchErrors } from "#contract/dutch-errors.ts";
import { ApiError } from "../api/api.ts";

installDutchErrors();

/** Validates a form with a schema of the contract. Imports zod, which screens without a form do not load. */
export const formResolver: typeof zodResolver = zodResolver;

/** Only the changed values of a form, so that saving it does not overwrite what others changed meanwhile. */
export const changedValues = <Values extends object>(
  values: Values,
  dirty: Partial<Record<keyof Values, unknown>>,
): Partial<Values> => {
  const changed = Object.entries(values).filter(([name]) => Boolean(dirty[name as keyof Values]));
  return Object.fromEntries(changed) as Partial<Values>;
};

export type Form<Values extends FieldValues> = { getValues: () => Values; setError: UseFormSetError<Values> };

/** Shows the server's validation errors at their fields and focuses the first one. False when no error is about a field of the form. */
export const showFieldErrors = <Values extends FieldValues>(
  error: unknown,
  { getValues, setError }: Form<Values>,
): boolean => {
  const problems = error instanceof ApiError ? error.details : [];
  const ofForm = problems.filter(({ path }) => get(getValues(), path) !== undefined);
  for (const [index, { path, message }] of ofForm.entries()) {
    setError(path as FieldPath<Values>, { type: "server", message }, { shouldFocus: index === 0 });
  }
  return ofForm.length > 0;
};
