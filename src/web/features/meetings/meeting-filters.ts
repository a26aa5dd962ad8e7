import { type FiltersOf, oneOf, textFilter } from "#lib/lists/url-filters.ts";
import type { ListTab } from "./meeting-labels.ts";

const TABS_BY_SLUG = {
  nieuw: "new",
  "te-verwerken": "toProcess",
  prive: "private",
  genegeerd: "ignored",
  verwerkt: "processed",
  anders: "other",
} as const satisfies Record<string, ListTab>;
type Slug = keyof typeof TABS_BY_SLUG;
const slugs = Object.keys(TABS_BY_SLUG) as Slug[];

/** Filters in the URL, by their Dutch names. */
export const meetingFilters = { tab: oneOf(slugs), zoek: textFilter(200), owner: textFilter(200) };
export type MeetingFilters = FiltersOf<typeof meetingFilters>;

export const NO_SEARCH = { zoek: undefined, owner: undefined };

export const selectedTab = ({ tab = "nieuw" }: MeetingFilters): ListTab => TABS_BY_SLUG[tab];

/** The URL filters of a tab. The default tab needs no value; switching tabs clears the search. */
export const filtersForTab = (tab: ListTab): MeetingFilters => {
  const slug = slugs.find((name) => TABS_BY_SLUG[name] === tab);
  return { tab: slug === "nieuw" ? undefined : slug, ...NO_SEARCH };
};

/** The query of the API call. Only processed meetings can be searched. */
export const meetingQuery = (filters: MeetingFilters) => {
  const tab = selectedTab(filters);
  if (tab !== "processed") return { tab };
  return { tab, search: filters.zoek?.trim() || undefined, owner: filters.owner || undefined };
};

export const hasSearch = (filters: MeetingFilters): boolean => {
  const { search, owner } = { search: undefined, owner: undefined, ...meetingQuery(filters) };
  return search !== undefined || owner !== undefined;
};
