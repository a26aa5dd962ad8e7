/**
 * A browser forgets that a table is a table once its display changes, which is what makes cards of the rows on a
 * phone. Said aloud, the roles survive.
 */
export const TABLE = { role: "table" } as const;
export const ROWGROUP = { role: "rowgroup" } as const;
export const ROW = { role: "row" } as const;
export const COLUMNHEADER = { role: "columnheader" } as const;
export const CELL = { role: "cell" } as const;
