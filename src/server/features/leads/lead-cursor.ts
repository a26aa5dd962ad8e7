import { z } from "zod";
import type { LeadSort } from "#contract/leads.ts";
import { readCursor } from "#platform/paging.ts";
import type { SortedKey, SortName } from "./lead-lists.queries.ts";

/** What a row can be sorted by, as a cursor holds it. The database has no NUL in a text and no year zero. */
const VALUES: Record<SortName, z.ZodType<string>> = {
  dateAdded: z.iso.datetime().regex(/^[1-9]/),
  fullName: z.string().refine((name) => !name.includes("\0")),
  leadRating: z.string().regex(/^(-1|10|\d)$/),
};

/** A place in a list that is sorted otherwise is no place in this one. */
export const readSortedCursor = (sort: LeadSort, cursor: string | undefined): SortedKey | undefined => {
  const name = sort.replace("-", "") as SortName;
  return readCursor(z.tuple([z.literal(sort), VALUES[name], z.uuid()]), cursor);
};
