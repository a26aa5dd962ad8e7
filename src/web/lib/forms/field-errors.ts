import { type FieldPath, type FieldValues, get, type UseFormSetError } from "react-hook-form";
import { ApiError } from "../api/api-error.ts";

type Form<Values extends FieldValues> = { getValues: () => Values; setError: UseFormSetError<Values> };

/** Shows the server's validation errors at their fields and focuses the first one. False when no error is about a field of the form. */
export const showFieldErrors = <Values extends FieldValues>(
  error: unknown,
  { getValues, setError }: Form<Values>,
): boolean => {
  const problems = error instanceof ApiError ? error.details : [];
  const known = problems.filter(({ path }) => get(getValues(), path) !== undefined);
  for (const [index, { path, message }] of known.entries()) {
    setError(path as FieldPath<Values>, { type: "server", message }, { shouldFocus: index === 0 });
  }
  return known.length > 0;
};
