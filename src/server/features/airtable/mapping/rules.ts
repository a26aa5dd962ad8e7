import { z } from "zod";
import type { SyncedTable } from "#contract/synced-tables.ts";

/** How a company has mapped one of our fields to a field of its base. */
const fieldRule = z.object({
  /** Null: the field is left out. */
  fieldId: z.string().nullable(),
  /** Our value for each of their choices; '' reads the choice as an empty cell. */
  options: z.record(z.string(), z.string()).optional(),
  /** Their highest score, where ours is 10. */
  scale: z.number().positive().optional(),
});
export type FieldRule = z.infer<typeof fieldRule>;

/** By our field. A field that is absent is found by its name. */
export const fieldRules = z.record(z.string(), fieldRule);

/** How a company has mapped one of our tables. */
export interface TableRule {
  /** Null: the table is left out. */
  tableId: string | null;
  fields: Readonly<Record<string, FieldRule>>;
}

/** A table without a rule is found by its name. */
export type MappingRules = Readonly<Partial<Record<SyncedTable, TableRule>>>;
