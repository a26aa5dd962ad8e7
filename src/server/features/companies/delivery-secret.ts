import type { Platform } from "#platform/platform.ts";
import { SealedSecretError } from "#platform/secrets.ts";
import { openSecret } from "./company-secrets.ts";

/** Nothing when it cannot be opened, which the log then says. */
export const openDeliverySecret = (
  { secrets, log }: Pick<Platform, "secrets" | "log">,
  companyId: string,
  sealed: string,
): string | undefined => {
  try {
    return openSecret(secrets, companyId, "deliverySecret", sealed);
  } catch (error) {
    if (!(error instanceof SealedSecretError)) throw error;
    log.error({ err: error, companyId }, "the delivery secret of a company cannot be opened");
    return undefined;
  }
};
