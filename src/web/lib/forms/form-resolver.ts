import { zodResolver } from "@hookform/resolvers/zod";
import { installDutchErrors } from "#contract/dutch-errors.ts";

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
