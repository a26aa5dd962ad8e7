import { type FieldPath, type FieldValues, get, type UseFormSetError } from "react-hook-form";
import { ApiError } from "../api/api-error.ts";

type Form<Values extends FieldValues> = { getValues: () => Values; setError: UseFormSetError<Values> };

/**
 * Puts what the server said about fields of the form beside those fields, and brings the first one into focus. False when
 * it said nothing about any of them.
 */
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
