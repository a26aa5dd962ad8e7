import { z } from "zod";
import { type BoundJob, bindJob, defineJob } from "#platform/jobs/jobs.ts";
import type { Platform } from "#platform/platform.ts";
import { deleteOldUndoables } from "./undo.queries.ts";

export const deleteOldUndoablesJob = defineJob({
  name: "undo.delete-old",
  payload: z.object({}),
  schedule: { cron: "41 * * * *" },
});

export const undoJobs = ({ database }: Pick<Platform, "database">): BoundJob[] => [
  bindJob(deleteOldUndoablesJob, () => deleteOldUndoables({ db: database.platform })),
];
