import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { ApiError } from "../../lib/api-error.ts";

/** Puts what the server said about fields beside those fields; false when it said nothing about any of them. */
export const showFieldProblems = <Values extends FieldValues>(
  error: unknown,
  names: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): boolean => {
  const problems = error instanceof ApiError ? error.details : [];
  const known = names.flatMap((name) =>
    problems.filter(({ path }) => path === name).map(({ message }) => ({ name, message })),
  );
  for (const [index, { name, message }] of known.entries()) {
    setError(name, { type: "server", message }, { shouldFocus: index === 0 });
  }
  return known.length > 0;
};
