import { z } from "zod";

/** Opaque: the client sends it back unchanged. */
export const cursor = z.string().min(1).max(500);

/** The maximum length of a list that is requested without a limit. */
export const MAX_LIST_LENGTH = 1_000;
export const MAX_PAGE_SIZE = 500;

/**
 * Query parameters of routes that return an array: without `limit` the whole list (up to MAX_LIST_LENGTH), with it one page.
 * The header `X-Total-Count` has the total, `Link` the URL of the next page.
 */
export const listPageParams = {
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).optional(),
  cursor: cursor.optional(),
};

/** Query parameters of routes that return `{ items, nextCursor }`. */
export const cursorPageParams = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursor.optional(),
};
