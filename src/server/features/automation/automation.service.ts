import type { Channel, ChannelSwitchState } from "#contract/queue.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { findChannel } from "./automation.queries.ts";
import { findSwitch, findSwitchReport } from "./channel-switch.queries.ts";
import { delayedDeliveryJob, deliverMessagesJob } from "./job-definitions.ts";

/** airtable: the company's own automation sends what is in its Queue table. webhook: we call the company's webhook. linkedin: through the accounts of its senders. */
export const channelOf = (scope: Scope): Promise<Channel> => findChannel(scope);

/** Whether a switch of the channel waits for a sync, and what the latest one did. */
export const readChannelSwitch = async (scope: Scope): Promise<ChannelSwitchState> => {
  const [current, latest] = [await findSwitch(scope), await findSwitchReport(scope)];
  return { isPending: (current?.switchedAt ?? null) !== null, latest: latest ?? null };
};

/**
 * Enqueues the delivery job. Call it as the last step of the transaction that makes a message due: the job's singleton key
 * makes concurrent transactions of the same company wait for each other from here on. With `startAfter` it is enqueued then.
 */
export const wakeDelivery = async (
  { jobs }: Pick<Platform, "jobs">,
  scope: Scope,
  startAfter?: Date,
): Promise<void> => {
  const { db, companyId } = scope;
  if ((await findChannel(scope)) === "airtable") return;
  if (startAfter) return jobs.enqueue(db, delayedDeliveryJob, { companyId }, { startAfter });
  await jobs.enqueue(db, deliverMessagesJob, { companyId }, { singletonKey: companyId });
};
