import { z } from "zod";
import { DUE_FILTERS } from "../../../contract/queue.ts";

const accountmanager = z.string().max(200).optional().catch(undefined);

/** As they stand in the address. */
export const queuedFilters = z.object({
  accountmanager,
  datum: z.enum(DUE_FILTERS).optional().catch(undefined),
  status: z.literal("problem").optional().catch(undefined),
});
export type QueuedFilters = z.infer<typeof queuedFilters>;

export const sentFilters = z.object({ accountmanager });
export type SentFilters = z.infer<typeof sentFilters>;

/** What waits, or what did not go out and needs a person. */
export const STATE_CHOICES = [
  { value: "waiting", label: "Staat klaar" },
  { value: "problem", label: "Niet verstuurd" },
] as const;

export const DUE_CHOICES = [
  { value: "all", label: "Alle datums" },
  { value: "today", label: "Vandaag" },
  { value: "tomorrow", label: "Morgen" },
  { value: "this_week", label: "Deze week" },
  { value: "this_month", label: "Deze maand" },
] as const satisfies readonly { value: (typeof DUE_FILTERS)[number]; label: string }[];
