import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { findDeliveryAccess } from "#server/features/companies/connections.service.ts";
import { openLinkedInChannel } from "#server/features/linkedin/linkedin-channel.service.ts";
import type { DeliveryChannel } from "#server/features/queue/sending.service.ts";
import { webhookChannel } from "./webhook-channel.ts";

/** Every channel through which the company can send, not only the chosen one: after a switch, parts may remain in the old one. */
export const openChannels = async (platform: Platform, scope: Scope): Promise<DeliveryChannel[]> => {
  const webhook = await findDeliveryAccess(platform, scope.companyId);
  const linkedIn = await openLinkedInChannel(platform, scope);
  return [...(webhook ? [webhookChannel(platform, scope.companyId, webhook)] : []), ...(linkedIn ? [linkedIn] : [])];
};
