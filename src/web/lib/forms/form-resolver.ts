import { zodResolver } from "@hookform/resolvers/zod";
import { installDutchErrors } from "#contract/dutch-errors.ts";

installDutchErrors();

/** Holds a form against its schema of the contract. With it comes the schema library, which screens without a form do not load. */
export const formResolver: typeof zodResolver = zodResolver;

/** Of what a form would send, only what somebody changed in it: what others changed meanwhile stays theirs. */
export const changedValues = <Values extends object>(
  values: Values,
  dirty: Partial<Record<keyof Values, unknown>>,
): Partial<Values> => {
  const changed = Object.entries(values).filter(([name]) => Boolean(dirty[name as keyof Values]));
  return Object.fromEntries(changed) as Partial<Values>;
};
