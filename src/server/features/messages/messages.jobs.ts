import { z } from "zod";
import { type Scope, transaction } from "#platform/database/scope.ts";
import { type BoundJob, bindJob, defineJob } from "#platform/jobs/jobs.ts";
import type { Platform } from "#platform/platform.ts";
import { checkApprovalsJob, keepsApproval } from "./approval.service.ts";
import { endOverdueTextRequests, findCompaniesWithOverdueTexts } from "./messages.queries.ts";

export const endTextRequestsJob = defineJob({
  name: "messages.end-text-requests",
  payload: z.object({}),
  schedule: { cron: "* * * * *" },
  singleton: true,
  retryLimit: 0,
});

type MessageJobDeps = Pick<Platform, "database" | "events" | "clock" | "log">;

const systemScope = ({ database }: MessageJobDeps, companyId: string): Scope => ({
  db: database.tenant(companyId),
  companyId,
  actor: { id: companyId, name: "Systeem", role: "user" },
});

const endTextRequests = async (deps: MessageJobDeps): Promise<void> => {
  const { database, events, log } = deps;
  for (const companyId of await findCompaniesWithOverdueTexts({ db: database.platform })) {
    // One company that fails must not keep the requests of those after it.
    const ended = transaction(systemScope(deps, companyId), async (scope) => {
      const changed = (await endOverdueTextRequests(scope)).map((id) => ({ topic: "messages" as const, id }));
      const [first, ...rest] = changed;
      if (first) await events.publish(scope.db, companyId, first, ...rest);
    });
    await ended.catch((error: unknown) =>
      log.error({ err: error, companyId }, "requests for a text could not be ended"),
    );
  }
};

export const messagesJobs = (deps: MessageJobDeps): BoundJob[] => [
  bindJob(endTextRequestsJob, () => endTextRequests(deps)),
  bindJob(checkApprovalsJob, async ({ companyId, messageIds }) => {
    for (const id of messageIds) await keepsApproval(deps, systemScope(deps, companyId), id);
  }),
];
