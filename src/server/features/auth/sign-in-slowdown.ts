import type { PlatformScope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { hashToken, type Visitor } from "#platform/sessions.ts";
import { HOUR_MS } from "#platform/time.ts";
import { addressKey, tooManyAttempts, waitBeforeAttempt } from "./auth.policy.ts";
import { findAccountByName } from "./auth.queries.ts";
import { countFailuresOf, isKnownDevice, takeTurn } from "./sign-in.queries.ts";

const SLOW_FROM_FAILURES = 50;
const FAILURES_PER_SECOND_OF_DELAY = 10;
const MAX_DELAY_MS = 15_000;
const MAX_WAITING = 10;

const delayAfter = (failures: number): number =>
  Math.min(MAX_DELAY_MS, 1_000 * (1 + Math.floor((failures - SLOW_FROM_FAILURES) / FAILURES_PER_SECOND_OF_DELAY)));

const isOwnerOnKnownDevice = async (scope: PlatformScope, name: string, deviceToken: string | undefined) => {
  const account = deviceToken && (await findAccountByName(scope, name));
  return account ? isKnownDevice(scope, hashToken(deviceToken), account.id) : false;
};

/**
 * Slows down guessing from many addresses, which the limit per address does not see. Unknown names are slowed down in the
 * same way. The owner is not, in a browser that they have signed in with before.
 */
export const delayAttackedName = async (
  { database, clock }: Pick<Platform, "database" | "clock">,
  name: string,
  { ipAddress, deviceToken }: Visitor,
): Promise<void> => {
  const scope = { db: database.platform };
  const now = clock.now();
  const { count } = await countFailuresOf(scope, name, new Date(now.getTime() - HOUR_MS));
  if (count < SLOW_FROM_FAILURES || (await isOwnerOnKnownDevice(scope, name, deviceToken))) return;
  // It will be refused anyway, and must not take a turn from others.
  if ((await waitBeforeAttempt(scope, name, addressKey(ipAddress), now)) > 0) return;
  // One after the other: parallel attempts would wait out the same delay together.
  const delayMs = delayAfter(count);
  const turn = await takeTurn(scope, name, { delayMs, maxWaiting: MAX_WAITING, now });
  if (!turn) throw tooManyAttempts(delayMs * MAX_WAITING);
  await clock.sleep(turn.getTime() - now.getTime());
};
