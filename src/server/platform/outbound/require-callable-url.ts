import { AppError } from "../app-error.ts";
import type { Outbound } from "./outbound.ts";
import { OutboundError } from "./outbound-error.ts";

/**
 * Refuses a URL that the server would not call, as an error of this field. A name that does not resolve now may resolve
 * later, so it is accepted: every call is checked again.
 */
export const requireCallableUrl = async (
  outbound: Outbound,
  path: string,
  url: string,
  privateHosts: readonly string[] = [],
): Promise<void> => {
  try {
    await outbound.checkAddress(url, privateHosts);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { reason, message } = error;
    if (reason === "forbidden_address" || reason === "invalid_url")
      throw new AppError("invalid", message, { details: [{ path, message }] });
  }
};
