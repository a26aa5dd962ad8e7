import { z } from "zod";
import { defineJob } from "#platform/jobs.ts";

/** At night, when nobody waits for the database. */
export const purgeJob = defineJob({
  name: "companies.purge",
  payload: z.object({}),
  schedule: { cron: "40 3 * * *" },
  singleton: true,
  expireInSeconds: 4 * 3600,
});
