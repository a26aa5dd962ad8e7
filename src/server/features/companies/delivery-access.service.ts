import type { Platform } from "#platform/platform.ts";
import { sealSecrets } from "./company-secrets.ts";
import { openDeliverySecret } from "./delivery-secret.ts";
import { findDeliverySettings } from "./delivery-settings.queries.ts";

export interface DeliveryAccess {
  url: string;
  /** Absent when none is set. */
  secret: string | undefined;
}

type Needs = Pick<Platform, "database" | "secrets" | "log">;

/**
 * Where a company's messages are delivered. Nothing when we do not send for it: it is inactive or deleted, has its own
 * automation, or its settings are not complete. An unsigned message in place of a signed one is never sent.
 */
export const findDeliveryAccess = async (needs: Needs, companyId: string): Promise<DeliveryAccess | undefined> => {
  const found = await findDeliverySettings({ db: needs.database.platform }, companyId);
  if (!found?.url) return undefined;
  if (!found.secretSealed) return { url: found.url, secret: undefined };
  const secret = openDeliverySecret(needs, companyId, found.secretSealed);
  return secret ? { url: found.url, secret } : undefined;
};

/** A secret as it is kept for this company. */
export const sealDeliverySecret = (secrets: Platform["secrets"], companyId: string, secret: string): string =>
  sealSecrets(secrets, companyId, { deliverySecret: secret }).deliverySecretSealed ?? "";
