import type { Platform } from "#platform/platform.ts";
import { findDeliveryAccess } from "#server/features/companies/delivery-access.service.ts";
import type { Channel } from "./channel.ts";
import { webhookChannel } from "./webhook-channel.ts";

/** The channel of a company, or nothing when we send nothing for it: its own automation does, or nobody may. */
export const openChannel = async (
  platform: Pick<Platform, "database" | "secrets" | "log" | "outbound" | "clock">,
  companyId: string,
): Promise<Channel | undefined> => {
  const access = await findDeliveryAccess(platform, companyId);
  return access && webhookChannel(platform, companyId, access);
};
