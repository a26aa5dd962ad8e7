import { z } from "zod";

/** Opaque: the client sends it back unchanged. */
export const cursor = z.string().min(1).max(500);

/** The maximum length of a list that is requested without a limit. */
export const MAX_LIST_LENGTH = 1_000;
export const MAX_PAGE_SIZE = 500;

/**
 * For lists that are arrays: whole (up to MAX_LIST_LENGTH) without a limit, in pages with one. The total is in
 * `X-Total-Count`, the URL of the next page in `Link`.
 */
export const listPaging = {
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).optional(),
  cursor: cursor.optional(),
};

/** For lists of the form `{ items, nextCursor }`. */
export const pagePaging = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursor.optional(),
};
