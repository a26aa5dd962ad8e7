import { z } from "zod";

/** Where a page begins: made by the server, handed back as it came. */
export const cursor = z.string().min(1).max(500);

/** A list that nobody asked for in pages answers whole, up to this many. */
export const WHOLE_LIST = 1_000;
export const LARGEST_PAGE = 500;

/**
 * For lists that are arrays. Without a limit they answer whole, as far as that goes. With one they answer in pages. The
 * total stands in `X-Total-Count`, the address of the next page in `Link`.
 */
export const listPaging = {
  limit: z.coerce.number().int().min(1).max(LARGEST_PAGE).optional(),
  cursor: cursor.optional(),
};

/** For lists of the form `{ items, nextCursor }`. */
export const pagePaging = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursor.optional(),
};
