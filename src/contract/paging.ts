import { z } from "zod";

/** Where a page begins: made by the server, handed back as it came. */
export const cursor = z.string().min(1).max(500);

/**
 * For lists that are arrays. Without a limit they answer whole. With one they answer in pages: the total stands in
 * `X-Total-Count`, the address of the next page in `Link`.
 */
export const listPaging = {
  limit: z.coerce.number().int().min(1).max(500).optional(),
  cursor: cursor.optional(),
};

/** For lists of the form `{ items, nextCursor }`. */
export const pagePaging = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursor.optional(),
};
