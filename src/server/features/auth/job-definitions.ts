import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";

const side = z.enum(["main", "admin"]);

export const resetRequestedJob = defineJob({
  name: "auth.reset-requested",
  payload: z.object({ side, email: z.string() }),
});

export const passwordChangedJob = defineJob({
  name: "auth.password-changed",
  payload: z.object({ userId: z.string() }),
});

export const deleteExpiredJob = defineJob({
  name: "auth.sweep",
  payload: z.object({}),
  schedule: { cron: "17 * * * *" },
});
