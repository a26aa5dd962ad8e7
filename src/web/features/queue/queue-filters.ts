import { DUE_FILTERS } from "#contract/queue.ts";
import { LATE_MEANING } from "#lib/labels/late.ts";
import { type FiltersOf, oneOf, textFilter } from "#lib/lists/url-filters.ts";

const accountmanager = textFilter(200);

/** Filters in the URL, by their Dutch names. */
export const queuedFilters = {
  accountmanager,
  datum: oneOf(DUE_FILTERS),
  status: oneOf(["problem"]),
  zoek: textFilter(200),
};
export type QueuedFilters = FiltersOf<typeof queuedFilters>;

export const sentFilters = { accountmanager };
export type SentFilters = FiltersOf<typeof sentFilters>;

/** With the number of failed messages, if there are any. */
export const statusOptions = (failed: number | undefined) =>
  [
    { value: "waiting", label: "Staat klaar" },
    { value: "problem", label: failed ? `Niet verstuurd (${failed.toLocaleString("nl-NL")})` : "Niet verstuurd" },
  ] as const;

export const DUE_OPTIONS = [
  { value: "all", label: "Alle datums" },
  { value: "late", label: "Te laat", title: LATE_MEANING },
  { value: "today", label: "Vandaag" },
  { value: "tomorrow", label: "Morgen" },
  { value: "this_week", label: "Deze week" },
  { value: "this_month", label: "Deze maand" },
] as const satisfies readonly { value: (typeof DUE_FILTERS)[number]; label: string; title?: string }[];
