import { describe, expect, test, vi } from "vitest";
import type { SendingCaps, WorkingHours } from "#contract/senders.ts";
import { isDutchHoliday } from "./dutch-holidays.ts";
import { findOpening, LEAD_GAP, type Plan, planParts, type QueuedPart } from "./planner.ts";
import { seededFraction } from "./sending-calendar.ts";
import { findFreeMoment, type PastSend, type SenderRules, type SendKind, spacingAfter } from "./sending-slots.ts";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const HISTORIES = process.env["TRIALS"] === "long" ? 10_000 : 300;

vi.setConfig({ testTimeout: 600_000 });

const OFFICE_HOURS: WorkingHours = { days: [1, 2, 3, 4, 5], from: "08:30", until: "17:30", holidays: false };
const CAPS: SendingCaps = { invitationsPerDay: 20, invitationsPerWeek: 100, messagesPerDay: 40 };

const makeRules = (more: Partial<SenderRules> = {}): SenderRules => ({
  id: "frank",
  hours: OFFICE_HOURS,
  caps: CAPS,
  spacing: { invitations: [3, 8], messages: [1, 4] },
  rampStartedOn: null,
  hold: null,
  invitationHold: null,
  nextAllowed: { message: null, answer: null, invitation: null },
  ...more,
});

const makePart = (id: string, more: Partial<QueuedPart> = {}): QueuedPart => ({
  id,
  kind: "message",
  name: "Ice Breaker",
  leadId: `lead of ${id}`,
  channel: "webhook",
  due: new Date(0),
  sendNow: false,
  previous: null,
  leadSentAt: null,
  paused: false,
  pausedBy: null,
  remoteStatus: null,
  isCancelRequested: false,
  stopReason: null,
  waitsForAirtable: false,
  isDeletedInAirtable: false,
  isRefusedFromAirtable: false,
  syncPause: null,
  acceptance: null,
  channelProblem: null,
  isAnswer: false,
  ...more,
});

const localTime = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Amsterdam",
  dateStyle: "short",
  timeStyle: "medium",
});
/** "2026-11-16 08:31:12" in Amsterdam. */
const local = (at: Date): string => localTime.format(at);
const isOpen = (hours: WorkingHours, at: Date): boolean => {
  const [day = "", time = ""] = local(at).split(" ");
  const weekday = new Date(day).getUTCDay() || 7;
  return (
    hours.days.includes(weekday) &&
    (hours.holidays || !isDutchHoliday(day)) &&
    time >= hours.from &&
    time < `${hours.until}:00`
  );
};

const MONDAY = new Date("2026-11-16T09:00:00Z");
const FRIDAY_EVENING = new Date("2026-11-20T19:00:00Z");
const planOne = (part: QueuedPart, now: Date, rules = makeRules(), past: PastSend[] = []): Plan | undefined =>
  planParts(rules, past, [part], now).get(part.id);

describe("one part", () => {
  test("that is due in working hours goes at once", () => {
    expect(planOne(makePart("a"), MONDAY)).toEqual({ at: MONDAY, wait: null });
    const later = new Date("2026-11-17T10:00:00Z");
    expect(planOne(makePart("a", { due: later }), MONDAY)).toEqual({ at: later, wait: null });
  });

  test("waits for the working hours, over the weekend and over a holiday", () => {
    const weekend = planOne(makePart("a"), FRIDAY_EVENING);
    expect(local(weekend?.at ?? MONDAY)).toMatch(/^2026-11-23 08:3/);
    expect(weekend?.wait).toEqual({ code: "hours", text: "Wacht op de werktijden (ma–vr 08:30–17:30)." });
    const christmas = planOne(makePart("a"), new Date("2026-12-24T20:00:00Z"));
    expect(local(christmas?.at ?? MONDAY)).toMatch(/^2026-12-28 08:3/);
    expect(christmas?.wait?.code).toBe("holiday");
  });

  test("that a user sends now ignores hours and spacing, but not a cap, a hold or the gap to the lead", () => {
    const now = makePart("a", { sendNow: true, due: FRIDAY_EVENING });
    const rules = makeRules({
      nextAllowed: { message: new Date(FRIDAY_EVENING.getTime() + MINUTE), answer: null, invitation: null },
    });
    expect(planOne(now, FRIDAY_EVENING, rules)).toEqual({ at: FRIDAY_EVENING, wait: null });
    const past = Array.from(
      { length: 40 },
      (): PastSend => ({ at: new Date(FRIDAY_EVENING.getTime() - HOUR), kind: "message" }),
    );
    expect(planOne(now, FRIDAY_EVENING, rules, past)?.at?.getTime()).toBeGreaterThan(FRIDAY_EVENING.getTime() + DAY);
    const hold = { until: new Date(FRIDAY_EVENING.getTime() + 2 * HOUR), reason: "LinkedIn vraagt om een controle." };
    expect(planOne(now, FRIDAY_EVENING, makeRules({ hold }))?.at?.getTime()).toBeGreaterThan(FRIDAY_EVENING.getTime());
    const leadSentAt = new Date(FRIDAY_EVENING.getTime() - HOUR);
    expect(planOne({ ...now, leadSentAt }, FRIDAY_EVENING)?.at?.getTime()).toBeGreaterThan(FRIDAY_EVENING.getTime());
  });

  test("goes when its sender opens: after hours, caps, spacing and a hold", () => {
    const [later, much] = [2, 50].map((hours) => new Date(MONDAY.getTime() + hours * HOUR));
    const full = Array.from(
      { length: 40 },
      (): PastSend => ({ at: new Date(MONDAY.getTime() - HOUR), kind: "message" }),
    );
    const cases: [SenderRules, PastSend[], Date][] = [
      [makeRules(), [], MONDAY],
      [makeRules(), [], FRIDAY_EVENING],
      [makeRules(), full, MONDAY],
      [makeRules({ nextAllowed: { message: later ?? null, answer: null, invitation: null } }), [], MONDAY],
      [makeRules({ hold: { until: much ?? MONDAY, reason: "" } }), full, MONDAY],
      [makeRules({ caps: { ...CAPS, messagesPerDay: 0 } }), [], MONDAY],
    ];
    for (const [rules, past, now] of cases)
      expect(findOpening(rules, past, now)).toEqual(planOne(makePart("a"), now, rules, past)?.at);
    expect(findOpening(makeRules(), [], MONDAY)).toEqual(MONDAY);
    expect(findOpening(makeRules(), full, MONDAY)?.getTime()).toBeGreaterThan(MONDAY.getTime() + 22 * HOUR);
  });

  test.each<[string, Partial<QueuedPart>, string]>([
    ["paused", { paused: true, pausedBy: "Anna" }, "Gepauzeerd door Anna."],
    ["paused", { paused: true }, "Wacht op een besluit over een mislukt deel."],
    ["paused", { due: null }, "Heeft geen datum. Kies wanneer dit bericht mag."],
    ["status", { remoteStatus: "ON HOLD" }, "Status in Airtable: ON HOLD"],
    ["status", { remoteStatus: "" }, "Geen status in Airtable"],
    ["airtable", { isCancelRequested: true }, "Wordt geannuleerd zodra Airtable bereikbaar is"],
    ["airtable", { waitsForAirtable: true }, "Wacht op Airtable"],
    [
      "deletion",
      { isDeletedInAirtable: true },
      "Dit bericht of de lead staat niet meer in Airtable. Een beheerder beslist bij Bedrijf Beheer of het hier ook weg moet.",
    ],
    [
      "deletion",
      { kind: "invitation", isDeletedInAirtable: true },
      "Deze lead staat niet meer in Airtable. Een beheerder beslist bij Bedrijf Beheer of het hier ook weg moet.",
    ],
    [
      "airtable",
      { kind: "invitation", isRefusedFromAirtable: true },
      "Van deze lead staat in Airtable iets wat hier niet past, dus misschien ook dat de uitnodiging niet weg mag. Een beheerder ziet bij Bedrijf Beheer wat er mis is.",
    ],
    [
      "airtable",
      { waitsForAirtable: true, syncPause: { by: "Anna", since: "2026-11-14T08:30:00.000Z", reason: "Opruimen" } },
      "De synchronisatie is gepauzeerd (Anna: Opruimen). Een beheerder kan haar hervatten bij Bedrijf Beheer.",
    ],
    ["acceptance", { acceptance: "pending" }, "Wacht op de acceptatie van de uitnodiging."],
    [
      "acceptance",
      { acceptance: "missing" },
      "Deze lead is nog geen connectie: eerst gaat er een uitnodiging, dit bericht volgt na de acceptatie.",
    ],
    [
      "acceptance",
      { acceptance: "on_hold" },
      "De uitnodiging staat in de wacht. Zet haar bij Uitnodigingen terug in de wachtrij.",
    ],
    [
      "acceptance",
      { acceptance: "ended" },
      "De uitnodiging is niet geaccepteerd. Nodig de lead opnieuw uit om dit bericht te versturen.",
    ],
    [
      "stopped",
      { stopReason: "Niet verstuurd: de lead heeft geantwoord." },
      "Niet verstuurd: de lead heeft geantwoord.",
    ],
    ["order", { previous: { id: "unknown", name: "Bericht 1" } }, 'Wacht op "Bericht 1".'],
  ])("has no planned time and says why: %s", (code, facts, text) => {
    expect(planOne(makePart("a", facts), MONDAY)).toEqual({ at: null, wait: { code, text } });
  });

  test("of the company's own automation is planned on its date, and says since when it is late", () => {
    const part = makePart("a", { channel: "airtable", due: new Date("2026-11-16T08:50:00Z") });
    expect(planOne(part, new Date("2026-11-16T08:50:30Z"))).toEqual({ at: part.due, wait: null });
    expect(planOne(part, new Date("2026-11-16T08:58:00Z"))).toEqual({
      at: part.due,
      wait: { code: "automation", text: expect.stringContaining("aan de beurt") },
    });
    expect(planOne(part, new Date("2026-11-16T10:00:00Z"))).toEqual({
      at: null,
      wait: { code: "automation", text: expect.stringContaining("sinds 16 november") },
    });
  });

  test("of a new account waits for its ramp", () => {
    const rules = makeRules({ rampStartedOn: "2026-11-16" });
    const parts = Array.from({ length: 20 }, (_part, nth) => makePart(`invitation ${nth}`, { kind: "invitation" }));
    const days = Map.groupBy(planParts(rules, [], parts, MONDAY).values(), ({ at }) => at && local(at).slice(0, 10));
    expect([...days].map(([day, plans]) => [day, plans.length])).toEqual([
      ["2026-11-16", 5],
      ["2026-11-17", 8],
      ["2026-11-18", 7],
    ]);
  });
});

test("a part says what delays it longest: the part before it, not the night after that", () => {
  const first = makePart("a", { leadId: "lead", due: new Date("2026-11-21T10:00:00Z") });
  const second = makePart("b", {
    leadId: "lead",
    name: "Bericht 1",
    previous: first,
    due: new Date("2026-11-19T10:45:00Z"),
  });
  const plans = planParts(makeRules(), [], [first, second], MONDAY);
  expect(plans.get("a")?.wait).toMatchObject({ code: "hours" });
  expect(local(plans.get("b")?.at ?? MONDAY)).toMatch(/^2026-11-24 08:/);
  expect(plans.get("b")?.wait).toMatchObject({ code: "order" });
});

describe("a part that missed working hours does not only wait for the next ones", () => {
  const due = new Date("2026-11-20T08:25:00Z");
  const reasonOf = (plans: Map<string, Plan>, id: string) => {
    const { at, wait } = plans.get(id) ?? {};
    expect(local(at ?? MONDAY)).toMatch(/^2026-11-23 08:/);
    return wait;
  };

  test("but first for the 20 hours after the last message to its lead", () => {
    const part = makePart("a", { due, leadSentAt: new Date("2026-11-20T07:45:00Z") });
    expect(reasonOf(planParts(makeRules(), [], [part], MONDAY), "a")).toEqual({
      code: "gap",
      text: "Wacht op de 20 uur tussen twee berichten aan deze lead, daarna op de werktijden (ma–vr 08:30–17:30).",
    });
  });

  test("but first for the part before it", () => {
    const first = makePart("a", { leadId: "lead", due });
    const second = makePart("b", { leadId: "lead", previous: first, due: new Date(due.getTime() + HOUR) });
    expect(reasonOf(planParts(makeRules(), [], [first, second], MONDAY), "b")).toEqual({
      code: "order",
      text: 'Wacht op "Ice Breaker", daarna op de werktijden (ma–vr 08:30–17:30).',
    });
  });

  test("but first for its account, which stood still", () => {
    const hold = { until: new Date("2026-11-20T18:00:00Z"), reason: "LinkedIn vraagt om een controle." };
    expect(reasonOf(planParts(makeRules({ hold }), [], [makePart("a", { due })], MONDAY), "a")).toEqual({
      code: "hold",
      text: "Het account staat stil: LinkedIn vraagt om een controle.",
    });
  });

  test("but first for the messages before it", () => {
    const rules = makeRules({
      nextAllowed: { message: new Date("2026-11-20T16:31:00Z"), answer: null, invitation: null },
    });
    const part = makePart("a", { due: new Date("2026-11-20T16:29:00Z") });
    expect(reasonOf(planParts(rules, [], [part], MONDAY), "a")).toEqual({
      code: "hours",
      text: "Wacht op de tussentijd tussen twee berichten, daarna op de werktijden (ma–vr 08:30–17:30).",
    });
  });

  test("also when its date was before the opening", () => {
    const early = { due: new Date("2026-11-20T06:00:00Z"), leadSentAt: new Date("2026-11-19T20:45:00Z") };
    expect(reasonOf(planParts(makeRules(), [], [makePart("a", early)], MONDAY), "a")).toMatchObject({ code: "gap" });
  });

  test("unless there were none after its date", () => {
    const part = makePart("a", { due: FRIDAY_EVENING, leadSentAt: new Date("2026-11-20T07:45:00Z") });
    expect(reasonOf(planParts(makeRules(), [], [part], MONDAY), "a")).toEqual({
      code: "hours",
      text: "Wacht op de werktijden (ma–vr 08:30–17:30).",
    });
  });
});

test("parts that a cap moved to another day say so, not that they wait for the spacing", () => {
  const parts = Array.from({ length: 45 }, (_part, nth) => makePart(`part ${nth}`));
  const plans = [...planParts(makeRules(), [], parts, MONDAY).values()];
  const codesOn = (day: string) =>
    new Set(plans.flatMap(({ at, wait }) => (at && local(at).startsWith(day) ? [wait?.text ?? ""] : [])));
  const spacing = "Wacht op de tussentijd tussen twee berichten.";
  expect(codesOn("2026-11-16")).toEqual(new Set(["", spacing]));
  expect(codesOn("2026-11-17")).toEqual(new Set(["Het maximum van 40 berichten per dag is bereikt."]));

  // A part that became due after the cap had moved the others waits for its turn among them.
  const late = makePart("late", { due: new Date("2026-11-17T09:00:30Z") });
  const { at, wait } = planParts(makeRules(), [], [...parts, late], MONDAY).get("late") ?? {};
  expect(local(at ?? MONDAY)).toMatch(/^2026-11-17 10:/);
  expect(wait?.code).toBe("spacing");
});

test("the limit of seven days is the reason of all invitations behind it, and a night of those after it", () => {
  const rules = makeRules({ caps: { ...CAPS, invitationsPerDay: 6, invitationsPerWeek: 6 } });
  const parts = Array.from({ length: 8 }, (_part, nth) => makePart(`invitation ${nth}`, { kind: "invitation" }));
  const waits = [...planParts(rules, [], parts, MONDAY).values()].slice(6).map(({ wait }) => wait?.text);
  expect(waits).toEqual(Array.from({ length: 2 }, () => "Het maximum van 6 uitnodigingen in 7 dagen is bereikt."));
  const evening = [...planParts(makeRules(), [], [makePart("a"), makePart("b")], FRIDAY_EVENING).values()];
  expect(evening.map(({ wait }) => wait?.code)).toEqual(["hours", "hours"]);
});

test("a plan until a day has the parts up to that day, and does not look at the decades after it", () => {
  const rules = makeRules({ hours: { days: [1], from: "09:00", until: "09:01", holidays: false } });
  const parts = Array.from({ length: 40 }, (_, nth) => makePart(String(nth), { due: new Date(nth) }));
  const until = MONDAY.getTime() + 60 * DAY;
  const upTo = [...planParts(rules, [], parts, MONDAY)].filter(([, { at }]) => at && at.getTime() <= until);
  expect(upTo.length).toBeGreaterThan(5);
  expect(upTo.length).toBeLessThan(parts.length);
  expect([...planParts(rules, [], parts, MONDAY, until)]).toEqual(upTo);
});

test("a free moment for a message of the automation lies in the hours, apart from the others and under the cap", () => {
  const rules = makeRules({ caps: { ...CAPS, messagesPerDay: 3 } });
  const taken: Date[] = [];
  for (let nth = 0; nth < 8; nth++)
    taken.push(findFreeMoment(rules, taken, FRIDAY_EVENING, `part ${nth}`) ?? FRIDAY_EVENING);
  const days = taken.map((at) => local(at).slice(0, 10));
  expect(days).toEqual([..."333".split(""), ..."444".split(""), ..."55".split("")].map((day) => `2026-11-2${day}`));
  for (const [nth, at] of taken.entries())
    if (nth % 3 > 0) expect(at.getTime() - (taken[nth - 1]?.getTime() ?? 0)).toBeGreaterThanOrEqual(MINUTE);
});

test("a maximum of 0 has no free moment", () => {
  const rules = makeRules({ caps: { ...CAPS, messagesPerDay: 0 } });
  expect(findFreeMoment(rules, [], FRIDAY_EVENING, "part")).toBeUndefined();
});

/** Random numbers of one history. */
const randomOf = (seed: string) => {
  let drawn = 0;
  const next = (): number => seededFraction(`${seed} ${drawn++}`);
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    chance: (share: number) => next() < share,
    pick: <T>(items: readonly T[]): T => items[between(0, items.length - 1)] as T,
  };
};
type Random = ReturnType<typeof randomOf>;

/** Around both changes of the clock, Easter, King's day and Christmas. */
const STARTS = ["2026-03-26", "2026-10-22", "2026-04-02", "2027-04-24", "2026-12-22", "2026-11-16", "2027-05-04"];

const makeHistory = (random: Random) => {
  const start = new Date(Date.parse(random.pick(STARTS)) + random.between(0, 3 * 24 * 60) * MINUTE);
  const from = random.between(7, 12);
  const rules = makeRules({
    id: `sender ${random.next()}`,
    hours: {
      days: random.pick([[1, 2, 3, 4, 5], [1, 3, 5], [2], [1, 2, 3, 4, 5, 6, 7]]),
      from: `${String(from).padStart(2, "0")}:30`,
      until: `${String(random.between(from + 1, 18)).padStart(2, "0")}:00`,
      holidays: random.chance(0.1),
    },
    caps: {
      messagesPerDay: random.between(1, 8),
      invitationsPerDay: random.between(1, 6),
      invitationsPerWeek: random.between(3, 12),
    },
    rampStartedOn: random.chance(0.2) ? start.toISOString().slice(0, 10) : null,
    hold: random.chance(0.2)
      ? { until: new Date(start.getTime() + random.between(1, 72) * HOUR), reason: "stilgezet" }
      : null,
  });
  const parts: QueuedPart[] = [];
  for (let set = 0, sets = random.between(1, 8); set < sets; set++) {
    const leadId = `lead ${random.between(0, 5)}`;
    const kind: SendKind = random.chance(0.3) ? "invitation" : "message";
    for (let nth = 0, length = kind === "invitation" ? 1 : random.between(1, 4); nth < length; nth++) {
      const previous = parts.at(-1);
      const sendNow = nth === 0 && random.chance(0.1);
      const due = start.getTime() + random.between(-48, 24 * 6) * HOUR + random.between(0, 59) * MINUTE;
      parts.push(
        makePart(`${set}.${nth} ${random.next()}`, {
          kind,
          leadId,
          name: `Bericht ${nth}`,
          due: sendNow ? start : new Date(due),
          previous: nth > 0 && previous ? { id: previous.id, name: previous.name } : null,
          sendNow,
          paused: random.chance(0.05),
        }),
      );
    }
  }
  return { start, rules, parts };
};

interface Sent {
  part: QueuedPart;
  at: Date;
  /** It did not wait for hours and spacing. */
  atOnce: boolean;
}

/**
 * Sends what the planner allows, as the sending loop does: with the due parts only, one by one, with the facts of that
 * moment. `disturb` changes the facts: replies, holds, caps.
 */
const runHistory = (
  { start, rules: initial, parts }: ReturnType<typeof makeHistory>,
  disturb: (at: Date, rules: SenderRules, waiting: QueuedPart[]) => { rules: SenderRules; waiting: QueuedPart[] },
): { sent: Sent[]; unsent: QueuedPart[]; rules: SenderRules } => {
  const sent: Sent[] = [];
  let [rules, waiting, now] = [initial, [...parts], start];
  for (;;) {
    ({ rules, waiting } = disturb(now, rules, waiting));
    const past = sent.map(({ at, part: { kind } }) => ({ at, kind }));
    const facts = waiting.map((part): QueuedPart => {
      const toLead = sent
        .filter((each) => each.part.leadId === part.leadId && each.part.kind === "message")
        .map(({ at }) => at.getTime());
      const isPreviousSent = sent.some((each) => each.part.id === part.previous?.id);
      return {
        ...part,
        previous: isPreviousSent ? null : part.previous,
        leadSentAt: toLead.length > 0 ? new Date(Math.max(...toLead)) : null,
      };
    });
    const at = now;
    const due = facts.filter(({ due }) => due && due <= at);
    const chosen = [...planParts(rules, past, due, at)].find(([, plan]) => plan.at && plan.at <= at);
    const part = waiting.find(({ id }) => id === chosen?.[0]);
    if (part) {
      const spacingEnd = at.getTime() + spacingAfter(rules, part.kind, part.id);
      const nextAllowed = new Date(Math.max(spacingEnd, rules.nextAllowed[part.kind]?.getTime() ?? 0));
      sent.push({ part, at, atOnce: part.sendNow });
      rules = { ...rules, nextAllowed: { ...rules.nextAllowed, [part.kind]: nextAllowed } };
      waiting = waiting.filter((each) => each !== part);
      continue;
    }
    const times = [...planParts(rules, past, facts, at).values()].flatMap((plan) => plan.at?.getTime() ?? []);
    if (times.length === 0) return { sent, unsent: waiting, rules };
    now = new Date(Math.max(Math.min(...times), at.getTime() + 1));
  }
};

const checkWindows = (times: readonly number[], limit: number, period: number): boolean =>
  times.every((from) => times.filter((at) => at >= from && at < from + period).length <= limit);

const timesOf = (sent: readonly Sent[], kind: SendKind): number[] =>
  sent.flatMap(({ part, at }) => (part.kind === kind ? [at.getTime()] : []));

/** The rules hold for what was sent, whatever was planned meanwhile. */
const checkRules = (sent: readonly Sent[], { hours, caps, spacing }: SenderRules): void => {
  for (const { at, atOnce } of sent) if (!atOnce) expect(isOpen(hours, at), local(at)).toBe(true);
  expect(checkWindows(timesOf(sent, "message"), caps.messagesPerDay, DAY)).toBe(true);
  expect(checkWindows(timesOf(sent, "invitation"), caps.invitationsPerDay, DAY)).toBe(true);
  expect(checkWindows(timesOf(sent, "invitation"), caps.invitationsPerWeek, 7 * DAY)).toBe(true);
  const messages = sent.filter(({ part }) => part.kind === "message");
  for (const ofLead of Map.groupBy(messages, ({ part }) => part.leadId).values())
    for (const [nth, { at }] of ofLead.entries())
      if (nth > 0) expect(at.getTime() - (ofLead[nth - 1]?.at.getTime() ?? 0)).toBeGreaterThanOrEqual(LEAD_GAP);
  for (const [nth, { part }] of sent.entries())
    if (part.previous) expect(sent.slice(0, nth).some((earlier) => earlier.part.id === part.previous?.id)).toBe(true);
  for (const [kind, [low]] of [
    ["message", spacing.messages],
    ["invitation", spacing.invitations],
  ] as const) {
    const ofKind = sent.filter(({ part }) => part.kind === kind);
    for (const [nth, { at, atOnce }] of ofKind.entries())
      if (nth > 0 && !atOnce)
        expect(at.getTime() - (ofKind[nth - 1]?.at.getTime() ?? 0)).toBeGreaterThanOrEqual(low * MINUTE);
  }
};

const seeds = Array.from({ length: HISTORIES }, (_history, nth) => `history ${nth}`);

test("what is sent is what was planned, and everything that may be sent is", () => {
  for (const seed of seeds) {
    const history = makeHistory(randomOf(seed));
    const planned = planParts(history.rules, [], history.parts, history.start);
    const { sent, unsent, rules } = runHistory(history, (_at, rules, waiting) => ({ rules, waiting }));
    checkRules(sent, rules);
    for (const { part, at } of sent) {
      const plan = planned.get(part.id);
      expect(plan?.at, `${seed} ${part.id}`).toEqual(at);
      const delay = at.getTime() - Math.max(part.due?.getTime() ?? 0, history.start.getTime());
      // The spacing never moves a part to another day: what does is the reason.
      if (plan?.wait?.code === "spacing") expect(delay, `${seed} ${part.id}`).toBeLessThan(DAY);
      if (delay > 0) expect(plan?.wait, `${seed} ${part.id}`).not.toBeNull();
    }
    // Only paused parts and those behind them stay.
    const stays = (part: QueuedPart | undefined): boolean =>
      part !== undefined && (part.paused || stays(history.parts.find(({ id }) => id === part.previous?.id)));
    for (const part of history.parts) expect(unsent.includes(part), seed).toBe(stays(part));
  }
});

test("replies, holds and lower caps in between break no rule", () => {
  for (const seed of seeds) {
    const random = randomOf(`${seed} disturbed`);
    const history = makeHistory(random);
    const replied = new Map<string, Date>();
    const held: [from: Date, until: Date][] = history.rules.hold ? [[history.start, history.rules.hold.until]] : [];
    const { sent } = runHistory(history, (at, rules, waiting) => {
      if (random.chance(0.1)) {
        const until = new Date(at.getTime() + random.between(1, 30) * HOUR);
        if (!rules.hold || rules.hold.until < until) {
          held.push([at, until]);
          return { rules: { ...rules, hold: { until, reason: "stilgezet" } }, waiting };
        }
      }
      if (random.chance(0.1) && waiting.length > 0) {
        const { leadId } = random.pick(waiting);
        replied.set(leadId ?? "", at);
        return {
          rules,
          waiting: waiting.map((part) => (part.leadId === leadId ? { ...part, stopReason: "heeft geantwoord" } : part)),
        };
      }
      return { rules, waiting };
    });
    checkRules(sent, history.rules);
    for (const { part, at } of sent) {
      const reply = replied.get(part.leadId ?? "");
      if (reply) expect(at.getTime()).toBeLessThanOrEqual(reply.getTime());
      for (const [from, until] of held) expect(at <= from || at >= until, `${seed} ${local(at)}`).toBe(true);
    }
  }
});

test("the time between two messages is within its bounds and not regular", () => {
  const parts = Array.from({ length: 40 }, (_part, nth) => makePart(`part ${nth}`));
  const times = [...planParts(makeRules(), [], parts, MONDAY).values()]
    .flatMap(({ at }) => at?.getTime() ?? [])
    .toSorted((a, b) => a - b);
  const gaps = times.slice(1).map((at, nth) => at - (times[nth] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(MINUTE);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(4 * MINUTE);
  expect(new Set(gaps.map((gap) => Math.round(gap / 1_000))).size).toBeGreaterThan(25);
  const openings = Array.from({ length: 20 }, (_day, nth) =>
    local(
      planOne(makePart("a", { due: new Date(MONDAY.getTime() + nth * DAY - 5 * HOUR) }), MONDAY)?.at ?? MONDAY,
    ).slice(11),
  );
  expect(new Set(openings).size).toBeGreaterThan(8);
});

test("the quota that a lost day left unused is not made up later", () => {
  const parts = Array.from({ length: 120 }, (_part, nth) => makePart(`part ${nth}`));
  const hold = { until: new Date("2026-11-18T07:00:00Z"), reason: "stilgezet" };
  const days = Map.groupBy(
    planParts(makeRules({ hold }), [], parts, MONDAY).values(),
    ({ at }) => at && local(at).slice(0, 10),
  );
  expect([...days].map(([day, plans]) => [day, plans.length])).toEqual([
    ["2026-11-18", 40],
    ["2026-11-19", 40],
    ["2026-11-20", 40],
  ]);
});

describe("the LinkedIn channel", () => {
  const monday = new Date("2026-11-16T10:00:00Z");
  const night = new Date("2026-11-16T22:00:00Z");
  const linkedIn = (id: string, more: Partial<QueuedPart> = {}) =>
    makePart(id, { channel: "linkedin", due: monday, ...more });

  test("answers keep some seconds to the message before them, at random, also those of the night", () => {
    const answers = Array.from({ length: 8 }, (_answer, nth) =>
      linkedIn(`answer ${nth}`, { isAnswer: true, leadId: `lead ${nth}`, due: night, sendNow: nth < 2 }),
    );
    const justSent = new Date(night.getTime() + 12_345);
    const rules = makeRules({ nextAllowed: { message: null, answer: justSent, invitation: null } });
    const times = answers.map(({ id }) => planParts(rules, [], answers, night).get(id)?.at?.getTime() ?? 0);
    expect(times[0]).toBe(justSent.getTime());
    const gaps = [1, 3, 4, 5, 6, 7].map((nth) => (times[nth] ?? 0) - (times[nth - 1] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(12_000);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(25_000);
    expect(new Set(gaps).size).toBe(gaps.length);
  });

  test("an answer has working hours, but no caps, spacing or gap", () => {
    const none = makeRules({ caps: { invitationsPerDay: 0, invitationsPerWeek: 0, messagesPerDay: 0 } });
    const answer = linkedIn("answer", { isAnswer: true, leadSentAt: monday });
    expect(planParts(none, [], [answer], monday).get("answer")?.at).toEqual(monday);
    const nextMorning = planParts(none, [], [{ ...answer, due: night }], night).get("answer")?.at;
    expect(nextMorning?.toISOString()).toMatch(/^2026-11-17T0[78]:/);
    const now = { ...answer, due: night, sendNow: true };
    expect(planParts(none, [], [now], night).get("answer")?.at).toEqual(night);
  });

  test("a problem of the account comes first, and a hold of invitations leaves messages alone", () => {
    const blocked = linkedIn("a", { channelProblem: "niet verbonden", acceptance: "pending" });
    expect(planParts(makeRules(), [], [blocked], monday).get("a")).toMatchObject({ at: null, wait: { code: "hold" } });
    const held = makeRules({ invitationHold: { until: new Date("2026-11-16T14:00:00Z"), reason: "te veel" } });
    const plans = planParts(held, [], [linkedIn("m"), linkedIn("i", { kind: "invitation" })], monday);
    expect(plans.get("m")?.at).toEqual(monday);
    expect(plans.get("i")).toMatchObject({ at: new Date("2026-11-16T14:00:00Z"), wait: { code: "hold" } });
  });
});
