import { z } from "zod";

/** As it was typed: a blank at the end is the beginning of the next word. */
const typed = z.string().max(100).optional().catch(undefined);

/** As they stand in the address. */
export const messageFilters = z.object({
  voornaam: typed,
  achternaam: typed,
  bedrijf: typed,
  accountmanager: z.string().max(200).optional().catch(undefined),
});
export type MessageFilters = z.infer<typeof messageFilters>;

/** Follow-ups are not filtered by account manager, whatever an address says. */
export const followUpFilters = messageFilters.omit({ accountmanager: true });

export const NO_NAMES = { voornaam: undefined, achternaam: undefined, bedrijf: undefined };
export const NO_FILTERS: MessageFilters = { ...NO_NAMES, accountmanager: undefined };

export const hasFilters = (filters: MessageFilters): boolean =>
  Object.values(filters).some((text) => Boolean(text?.trim()));

/** What the server is asked: no filter for what is only blanks. */
export const queryOf = ({ voornaam, achternaam, bedrijf, accountmanager }: MessageFilters) => ({
  firstName: voornaam?.trim() || undefined,
  lastName: achternaam?.trim() || undefined,
  company: bedrijf?.trim() || undefined,
  flow: accountmanager || undefined,
});
