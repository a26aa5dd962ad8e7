import { CLASSIFICATIONS, classificationLabel } from "#contract/classification.ts";
import { CONNECTED_DATES, type ConnectedDate } from "#contract/invitations.ts";
import { oneOf, text } from "#lib/address-readers.ts";

export const ALL = "ALL";

/** As they stand in the address. */
export const addressFilters = {
  connectedWith: text(200),
  classification: oneOf(CLASSIFICATIONS),
  connectedDate: oneOf(CONNECTED_DATES),
};

export const NO_FILTERS = { connectedWith: undefined, classification: undefined, connectedDate: undefined };

export const CLASS_OPTIONS = [
  { value: ALL, label: ALL },
  ...CLASSIFICATIONS.map((value) => ({ value, label: classificationLabel(value) })),
] as const;

export const DATE_OPTIONS = [
  { value: ALL, label: ALL },
  { value: "today", label: "Today" },
  { value: "yesterday", label: "Yesterday" },
  { value: "last_week", label: "Last week" },
  { value: "last_month", label: "Last month" },
  { value: "last_year", label: "Last year" },
] as const satisfies readonly { value: ConnectedDate | typeof ALL; label: string }[];

/** One that an address still names is shown, also when nobody has connected with them any more. */
export const nameOptions = (names: readonly string[], chosen: string | undefined) => {
  const known = [...new Set(chosen ? [...names, chosen] : names)].filter((name) => name.trim() !== "" && name !== ALL);
  return [ALL, ...known].map((value) => ({ value, label: value }));
};

/** How many are on the screen, of how many that match, of how many there are. */
export const countText = (loaded: number, matching: number, total: number): string => {
  const number = (count: number) => count.toLocaleString("nl-NL");
  const shown = `${number(loaded)} van ${number(matching)} geladen`;
  return matching === total ? shown : `${shown} · ${number(total)} in totaal`;
};
