import { z } from "zod";
import { defineJob } from "#platform/jobs.ts";

export const invitedJob = defineJob({
  name: "users.invited",
  payload: z.object({ userId: z.string(), inviter: z.string() }),
});
