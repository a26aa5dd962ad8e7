import { z } from "zod";
import { transaction } from "#platform/database/scope.ts";
import { type BoundJob, bindJob, defineJob } from "#platform/jobs/jobs.ts";
import type { Platform } from "#platform/platform.ts";
import { endOverdueTextRequests, findCompaniesWithOverdueTexts } from "./messages.queries.ts";

export const endTextRequestsJob = defineJob({
  name: "messages.end-text-requests",
  payload: z.object({}),
  schedule: { cron: "* * * * *" },
  singleton: true,
  retryLimit: 0,
});

type MessageJobDeps = Pick<Platform, "database" | "events">;

const endTextRequests = async ({ database, events }: MessageJobDeps): Promise<void> => {
  for (const companyId of await findCompaniesWithOverdueTexts({ db: database.platform })) {
    const actor = { id: companyId, name: "Systeem", role: "user" as const };
    await transaction({ db: database.tenant(companyId), companyId, actor }, async (scope) => {
      const changed = (await endOverdueTextRequests(scope)).map((id) => ({ topic: "messages" as const, id }));
      const [first, ...rest] = changed;
      if (first) await events.publish(scope.db, companyId, first, ...rest);
    });
  }
};

export const messagesJobs = (deps: MessageJobDeps): BoundJob[] => [
  bindJob(endTextRequestsJob, () => endTextRequests(deps)),
];
