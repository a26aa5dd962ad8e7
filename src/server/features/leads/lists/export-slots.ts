import { type Actor, type PlatformScope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { MINUTE_MS } from "#platform/time.ts";
import { limitKeyOf, tooMany, WINDOW_MS } from "#platform/user-limits.ts";
import { insertSlot, lockSlotsOf, moveSlotExpiry } from "./export-slots.queries.ts";

const EXPORTS_AT_A_TIME = 3;
const EXPORTS_PER_WINDOW = 30;
const SLOT_MS = 2 * MINUTE_MS;

export type ExportDeps = Pick<Platform, "clock" | "database" | "log">;

const takeSlot = (scope: PlatformScope, ownerId: string, now: Date): Promise<string> =>
  transaction(scope, async (scope) => {
    const since = new Date(now.getTime() - WINDOW_MS);
    const { running, recent } = await lockSlotsOf(scope, ownerId, { since, now });
    if (running >= EXPORTS_AT_A_TIME) throw tooMany("Er lopen al drie exports van jou. Wacht tot er een klaar is.");
    if (recent >= EXPORTS_PER_WINDOW)
      throw tooMany("Je hebt veel exports achter elkaar gemaakt. Wacht een paar minuten.", WINDOW_MS / 1000);
    return insertSlot(scope, { ownerId, now, expiresAt: new Date(now.getTime() + SLOT_MS) }, since);
  });

/**
 * Counts an export in the database, for all processes together. Returns the function that ends it; throws when the user has too
 * many running, or has made too many.
 */
export const beginExport = async (
  { clock, database, log }: ExportDeps,
  actor: Pick<Actor, "id" | "limitedAs">,
): Promise<() => void> => {
  const scope = { db: database.platform };
  const id = await takeSlot(scope, limitKeyOf(actor), clock.now());
  const moveExpiry = (after: number): void =>
    void moveSlotExpiry(scope, id, new Date(clock.now().getTime() + after)).catch((error: unknown) =>
      log.warn({ err: error }, "could not store that an export runs or has ended"),
    );
  const renewal = setInterval(() => moveExpiry(SLOT_MS), SLOT_MS / 2);
  let hasEnded = false;
  return () => {
    if (hasEnded) return;
    hasEnded = true;
    clearInterval(renewal);
    moveExpiry(0);
  };
};
