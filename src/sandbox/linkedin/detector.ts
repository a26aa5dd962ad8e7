import { DAY_MS } from "../clock.ts";
import type { Received } from "./network-state.ts";

const BURST = 5;
const SHORTEST = { invitation: 30_000, message: 10_000 } as const;
const PER_DAY = { invitation: 100, message: 150 } as const;

const hourInAmsterdam = new Intl.DateTimeFormat("nl-NL", {
  timeZone: "Europe/Amsterdam",
  hour: "numeric",
  hourCycle: "h23",
});

export type Suspicion = { account: string; at: string; reason: string };

/** What would make the network block an account: too many, too fast, too regular, or at night. */
export function findSuspicions(received: readonly Received[]): Suspicion[] {
  const groups = Map.groupBy(received, ({ account, kind }) => `${account} ${kind}`);
  return [...groups.values()].flatMap((sends) => suspicionsOf(sends.toSorted((a, b) => a.at.localeCompare(b.at))));
}

function suspicionsOf(sends: readonly Received[]): Suspicion[] {
  const found: Suspicion[] = [];
  const times = sends.map(({ at }) => Date.parse(at));
  for (const [index, send] of sends.entries()) {
    const at = times[index] ?? 0;
    const report = (reason: string) => found.push({ account: send.account, at: send.at, reason });
    if (times.filter((other) => other <= at && other > at - DAY_MS).length > PER_DAY[send.kind])
      report("too many in a day");
    const hour = Number(hourInAmsterdam.format(at));
    if (hour < 6 || hour >= 23) report("at night");
    const previous = times[index - 1];
    if (previous !== undefined && at - previous < SHORTEST[send.kind]) report("too fast");
    const gaps = times
      .slice(Math.max(0, index - BURST), index + 1)
      .flatMap((time, nth, all) => (nth > 0 ? [time - (all[nth - 1] ?? 0)] : []));
    const isRegular =
      gaps.length === BURST && Math.max(...gaps) < 3_600_000 && Math.max(...gaps) - Math.min(...gaps) < 2_000;
    if (isRegular) report("equal intervals");
  }
  return found;
}
