import { z } from "zod";
import { defineJob } from "#platform/jobs.ts";

const about = z.object({ companyId: z.uuid(), importId: z.uuid() });

/** Part of a file; the rest in a next one, so that every company gets its turn. */
export const importJob = defineJob({
  name: "leads.import",
  payload: about,
  concurrency: 2,
  retryLimit: 10,
  expireInSeconds: 120,
});

/** Long after a file came: whatever is left of it. */
export const forgetImportsJob = defineJob({ name: "leads.forget-imports", payload: z.object({ companyId: z.uuid() }) });
