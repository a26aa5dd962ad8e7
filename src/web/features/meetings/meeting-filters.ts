import { type FiltersOf, oneOf, text } from "#lib/address-readers.ts";
import type { ShownTab } from "./meeting-labels.ts";

const SLUGS = {
  nieuw: "new",
  "te-verwerken": "toProcess",
  prive: "private",
  genegeerd: "ignored",
  verwerkt: "processed",
  anders: "other",
} as const satisfies Record<string, ShownTab>;
type Slug = keyof typeof SLUGS;
const slugs = Object.keys(SLUGS) as Slug[];

/** As they stand in the address. */
export const meetingFilters = { tab: oneOf(slugs), zoek: text(200), owner: text(200) };
export type MeetingFilters = FiltersOf<typeof meetingFilters>;

export const NO_SEARCH = { zoek: undefined, owner: undefined };

export const tabOf = ({ tab = "nieuw" }: MeetingFilters): ShownTab => SLUGS[tab];

/** New is where one begins, and needs no name in the address. Whoever leaves the processed leaves the search behind. */
export const filtersFor = (tab: ShownTab): MeetingFilters => {
  const slug = slugs.find((name) => SLUGS[name] === tab);
  return { tab: slug === "nieuw" ? undefined : slug, ...NO_SEARCH };
};

/** What the server is asked: only the processed are searched. */
export const queryOf = (filters: MeetingFilters) => {
  const tab = tabOf(filters);
  if (tab !== "processed") return { tab };
  return { tab, search: filters.zoek?.trim() || undefined, owner: filters.owner || undefined };
};

export const hasSearch = (filters: MeetingFilters): boolean => {
  const { search, owner } = { search: undefined, owner: undefined, ...queryOf(filters) };
  return search !== undefined || owner !== undefined;
};
