import { type FiltersOf, text } from "#lib/address-readers.ts";

/** As it was typed: a blank at the end is the beginning of the next word. */
const typed = text(100);

/** As they stand in the address. Follow-ups are not filtered by account manager, whatever an address says. */
export const followUpFilters = { voornaam: typed, achternaam: typed, bedrijf: typed };
export const messageFilters = { ...followUpFilters, accountmanager: text(200) };
export type MessageFilters = FiltersOf<typeof messageFilters>;

export const NO_NAMES = { voornaam: undefined, achternaam: undefined, bedrijf: undefined };
export const NO_FILTERS: MessageFilters = { ...NO_NAMES, accountmanager: undefined };

export const hasFilters = (filters: MessageFilters): boolean =>
  Object.values(filters).some((given) => Boolean(given?.trim()));

/** What the server is asked: no filter for what is only blanks. */
export const queryOf = ({ voornaam, achternaam, bedrijf, accountmanager }: MessageFilters) => ({
  firstName: voornaam?.trim() || undefined,
  lastName: achternaam?.trim() || undefined,
  company: bedrijf?.trim() || undefined,
  flow: accountmanager || undefined,
});
