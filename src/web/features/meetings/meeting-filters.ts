import { MEETING_TAB_SLUGS } from "#lib/labels/meeting-tabs.ts";
import { type FiltersOf, oneOf, textFilter } from "#lib/lists/url-filters.ts";
import type { ListTab } from "./meeting-labels.ts";

type Slug = keyof typeof MEETING_TAB_SLUGS;
const slugs = Object.keys(MEETING_TAB_SLUGS) as Slug[];

/** Filters in the URL, by their Dutch names. */
export const meetingFilters = { tab: oneOf(slugs), zoek: textFilter(200), owner: textFilter(200) };
export type MeetingFilters = FiltersOf<typeof meetingFilters>;

export const NO_SEARCH = { zoek: undefined, owner: undefined };

export const selectedTab = ({ tab = "nieuw" }: MeetingFilters): ListTab => MEETING_TAB_SLUGS[tab];

/** The URL filters of a tab. The default tab needs no value; switching tabs clears the search. */
export const filtersForTab = (tab: ListTab): MeetingFilters => {
  const slug = slugs.find((name) => MEETING_TAB_SLUGS[name] === tab);
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
