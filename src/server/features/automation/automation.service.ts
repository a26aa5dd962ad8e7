import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { findChannel } from "./automation.queries.ts";
import { deliverJob } from "./job-definitions.ts";

/** How the company's messages leave: by its own automation, which follows the Queue table, or by us. */
export const channelOf = (scope: Scope): Promise<"airtable" | "webhook"> => findChannel(scope);

/**
 * Something may be due now. Part of the transaction that makes it due, and its last step: whoever asks for the same
 * company at the same time waits here until the other is through.
 */
export const wakeDelivery = async ({ jobs }: Pick<Platform, "jobs">, scope: Scope): Promise<void> => {
  const { db, companyId } = scope;
  if ((await findChannel(scope)) === "airtable") return;
  await jobs.enqueue(db, deliverJob, { companyId }, { singletonKey: companyId });
};
