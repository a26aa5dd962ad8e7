import { z } from "zod";
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
const slugs = Object.keys(SLUGS) as [Slug, ...Slug[]];

/** As they stand in the address. */
export const meetingFilters = z.object({
  tab: z.enum(slugs).optional().catch(undefined),
  zoek: z.string().max(200).optional().catch(undefined),
  owner: z.string().max(200).optional().catch(undefined),
});
export type MeetingFilters = z.infer<typeof meetingFilters>;

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
