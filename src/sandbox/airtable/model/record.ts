export type Attachment = { id: string; filename: string; type: string; size: number; source: string };

/** A value as it is kept. An empty cell is not kept at all. */
export type CellValue = string | number | true | readonly string[] | readonly Attachment[];

/** By field id. */
export type Cells = Record<string, CellValue>;

/** By field id; null empties the cell. */
export type CellChanges = Record<string, CellValue | null>;

export type AirtableRecord = {
  readonly id: string;
  readonly createdAt: number;
  modifiedAt: number;
  cells: Cells;
  /** When each cell last changed, for those that changed after the record was made. */
  touched?: Record<string, number>;
};

export function sameValue(one: CellValue | null | undefined, other: CellValue | null | undefined): boolean {
  if (one === other) return true;
  if (one === null || one === undefined) return other === null || other === undefined;
  return typeof one === "object" && JSON.stringify(one) === JSON.stringify(other);
}

/** What a field of record ids holds; anything else counts as none. */
export function linkedIds(value: CellValue | null | undefined): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

/** Airtable tells the time of a record in whole seconds. */
export const toSecond = (ms: number) => Math.floor(ms / 1_000) * 1_000;
export const secondText = (ms: number) => new Date(toSecond(ms)).toISOString();
