import { z } from "zod";
import { invalidRequest } from "../airtable-error.ts";

/** Numbers and booleans come as text in an address and as themselves in a body. */
const count = z.coerce.number().int().min(1);
const flag = z.union([
  z.boolean(),
  z.enum(["true", "1", "false", "0", ""]).transform((text) => text === "true" || text === "1"),
]);
const sortOrder = z.object({ field: z.string(), direction: z.enum(["asc", "desc"]).default("asc") });

const listQuery = z.object({
  pageSize: count.max(100).default(100),
  maxRecords: count.optional(),
  offset: z.string().optional(),
  fields: z.array(z.string()).optional(),
  filterByFormula: z.string().optional(),
  sort: z.array(sortOrder).optional(),
  view: z.string().optional(),
  // The other format is made for people; the sandbox leaves it out, and says so.
  cellFormat: z.literal("json").optional(),
  returnFieldsByFieldId: flag.default(false),
  recordMetadata: z.array(z.literal("commentCount")).optional(),
});

export type ListQuery = z.infer<typeof listQuery>;

export function readListQuery(input: unknown): ListQuery {
  const { success, data } = listQuery.safeParse(input);
  if (!success) throw invalidRequest();
  return data;
}

/** The parameters of an address in the form they have in a body: `fields[]`, `sort[0][field]`. */
export function structure(search: URLSearchParams): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  const lists = new Map<string, Map<string, unknown>>();
  for (const [key, value] of search) {
    const match = /^(\w+)\[(\d*)\](?:\[(\w+)\])?$/.exec(key);
    if (!match) {
      if (value !== "") flat[key] = value;
      continue;
    }
    const [, name = "", index = "", property] = match;
    const list = lists.get(name) ?? new Map<string, unknown>();
    lists.set(name, list);
    // `fields[]=a&fields[]=b` gives each its own place.
    const place = index || `+${list.size}`;
    list.set(place, property === undefined ? value : { ...(list.get(place) as object | undefined), [property]: value });
  }
  for (const [name, list] of lists) flat[name] = [...list.values()];
  return flat;
}
