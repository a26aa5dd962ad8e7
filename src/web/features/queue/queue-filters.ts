import { DUE_FILTERS } from "#contract/queue.ts";
import { type FiltersOf, oneOf, text } from "#lib/address-readers.ts";

const accountmanager = text(200);

/** As they stand in the address. */
export const queuedFilters = { accountmanager, datum: oneOf(DUE_FILTERS), status: oneOf(["problem"]) };
export type QueuedFilters = FiltersOf<typeof queuedFilters>;

export const sentFilters = { accountmanager };
export type SentFilters = FiltersOf<typeof sentFilters>;

/** What waits, or what did not go out and needs a person. */
export const STATE_CHOICES = [
  { value: "waiting", label: "Staat klaar" },
  { value: "problem", label: "Niet verstuurd" },
] as const;

export const DUE_CHOICES = [
  { value: "all", label: "Alle datums" },
  { value: "today", label: "Vandaag" },
  { value: "tomorrow", label: "Morgen" },
  { value: "this_week", label: "Deze week" },
  { value: "this_month", label: "Deze maand" },
] as const satisfies readonly { value: (typeof DUE_FILTERS)[number]; label: string }[];
