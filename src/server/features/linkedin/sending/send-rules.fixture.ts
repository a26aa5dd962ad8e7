import { DAY_MS } from "#platform/time.ts";
import type { ReceivedByPerson } from "#testing/linkedin-gateway.ts";

const local = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Amsterdam",
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
});

const isWithinHours = (at: string): boolean => {
  const parts = Object.fromEntries(local.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  const time = `${parts["hour"]}:${parts["minute"]}`;
  return parts["weekday"] !== "Sat" && parts["weekday"] !== "Sun" && time >= "08:30" && time <= "17:31";
};

interface Expectations {
  /** The account that each person may hear from, by the provider id of the person. */
  accountOf: ReadonlyMap<string, string>;
  /** By provider id, the time from which nothing more may be sent. */
  stopped: ReadonlyMap<string, number>;
}

/** The rules that every send has to obey, and who broke them. */
export const findViolations = (
  received: readonly ReceivedByPerson[],
  { accountOf, stopped }: Expectations,
): string[] => {
  const seen = new Set<string>();
  return received.flatMap(({ account, providerId, kind, text, at }) => {
    const key = `${providerId} ${kind} ${text}`;
    const broken = [
      seen.has(key) && "sent twice",
      accountOf.get(providerId) !== account && "wrong account",
      !isWithinHours(at) && "outside hours",
      Date.parse(at) > (stopped.get(providerId) ?? Number.POSITIVE_INFINITY) && "after a reply or a stop class",
    ].filter(Boolean);
    seen.add(key);
    return broken.map((reason) => `${key} at ${at}: ${String(reason)}`);
  });
};

const timesOf = (sends: readonly ReceivedByPerson[]): number[] =>
  sends.map(({ at }) => Date.parse(at)).toSorted((a, b) => a - b);

/** In milliseconds. */
export const shortestGap = (sends: readonly ReceivedByPerson[]): number => {
  const times = timesOf(sends);
  return Math.min(...times.slice(1).map((time, index) => time - (times[index] ?? 0)));
};

/** The largest number of sends within any period of this length. */
export const mostWithin = (sends: readonly ReceivedByPerson[], days: number): number => {
  const times = timesOf(sends);
  let [first, most] = [0, 0];
  for (const [index, time] of times.entries()) {
    while (time - (times[first] ?? 0) >= days * DAY_MS) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
};
