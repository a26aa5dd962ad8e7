import { type DayCount, type HourCount, type statisticsRoutes, TO_APPROVE } from "#contract/statistics.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { findWeeklyMail, storeWeeklyMail } from "./management.queries.ts";
import { countHours, countInvitations, countMessages, countMonth, countSentDays } from "./statistics.queries.ts";
import { readGoals, readResults, storeGoals } from "./statistics.service.ts";

const sumCounts = (counts: readonly (DayCount | HourCount)[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0);

export const statisticsHandlers = ({
  clock,
  database,
  events,
}: Pick<Platform, "clock" | "database" | "events">): Handlers<typeof statisticsRoutes> => ({
  invitations: ({ scope }) => countInvitations(scope, clock.now()),
  invitedPerDay: async ({ scope, query }) => {
    const chartData = await countMonth(scope, "invited", query, clock.now());
    return { chartData, totalSent: sumCounts(chartData) };
  },
  acceptedPerDay: async ({ scope, query }) => {
    const chartData = await countMonth(scope, "accepted", query, clock.now());
    return { chartData, totalAccepted: sumCounts(chartData) };
  },
  invitedPerHour: async ({ scope }) => {
    const chartData = await countHours(scope, clock.now());
    return { chartData, totalSentToday: sumCounts(chartData) };
  },
  messages: async ({ scope }) => {
    const { person, toApprove, createdToday, sentToday, queuedToday } = await countMessages(scope, clock.now());
    return {
      icebreakersCreatedToday: createdToday,
      [`${TO_APPROVE}${person}`]: toApprove,
      messagesSentToday: sentToday,
      messagesQueuedToday: queuedToday,
    };
  },
  sentPerDay: async ({ scope }) => {
    const chartData = await countSentDays(scope, clock.now());
    return { chartData, totalSent: sumCounts(chartData) };
  },
  results: ({ scope, query }) => readResults(scope, query, clock.now()),
  goals: ({ scope }) => readGoals(scope, clock.now()),
  setGoals: async ({ scope, body, ...request }) => {
    await storeGoals({ clock, events }, scope, actorOf(request), body);
    return readGoals(scope, clock.now());
  },
  weeklyMail: async ({ scope }) => ({ isOn: await findWeeklyMail(scope) }),
  // The tenant role cannot write users.
  setWeeklyMail: async ({ user, body }) => {
    await storeWeeklyMail({ db: database.platform }, user.id, body.isOn);
    return body;
  },
});
