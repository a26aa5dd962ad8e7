import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type MessageStats, type ResultDays, statisticsRoutes, TO_APPROVE } from "#contract/statistics.ts";
import { workflowsRoutes } from "#contract/workflows.ts";
import { call } from "#lib/api/api.ts";
import { STATISTICS } from "#lib/api/refresh-statistics.ts";
import { useToday } from "#lib/dates/use-today.ts";
import type { Month } from "./month-navigation.tsx";

/** Contains the day, so that a dashboard that is always open refetches after midnight. */
const useDailyKey = (...rest: readonly unknown[]) => [STATISTICS, useToday(), ...rest];

export const useInvitationStats = () =>
  useQuery({
    queryKey: useDailyKey("invitations"),
    queryFn: ({ signal }) => call(statisticsRoutes.invitations, { signal }),
    placeholderData: keepPreviousData,
  });

export const useInvitedPerDay = (query: Month) =>
  useQuery({
    queryKey: useDailyKey("invited-per-day", query),
    queryFn: ({ signal }) => call(statisticsRoutes.invitedPerDay, { query, signal }),
    placeholderData: keepPreviousData,
  });

export const useAcceptedPerDay = (query: Month) =>
  useQuery({
    queryKey: useDailyKey("accepted-per-day", query),
    queryFn: ({ signal }) => call(statisticsRoutes.acceptedPerDay, { query, signal }),
    placeholderData: keepPreviousData,
  });

export const useInvitedPerHour = () =>
  useQuery({
    queryKey: useDailyKey("invited-per-hour"),
    queryFn: ({ signal }) => call(statisticsRoutes.invitedPerHour, { signal }),
    placeholderData: keepPreviousData,
  });

/** Refetched at every visit. */
export const useMessageStats = () =>
  useQuery({
    queryKey: useDailyKey("messages"),
    queryFn: ({ signal }) => call(statisticsRoutes.messages, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const useSentPerDay = () =>
  useQuery({
    queryKey: useDailyKey("sent-per-day"),
    queryFn: ({ signal }) => call(statisticsRoutes.sentPerDay, { signal }),
    placeholderData: keepPreviousData,
  });

export const useResults = (days: ResultDays) =>
  useQuery({
    queryKey: useDailyKey("results", days),
    queryFn: ({ signal }) => call(statisticsRoutes.results, { query: { days }, signal }),
    placeholderData: keepPreviousData,
  });

export const useWorkflowStats = () =>
  useQuery({
    queryKey: useDailyKey("workflow-stats"),
    queryFn: ({ signal }) => call(workflowsRoutes.stats, { signal }),
    placeholderData: keepPreviousData,
  });

/** Messages in the queue, and those that are due. */
export const useQueueCounts = () =>
  useQuery({
    queryKey: useDailyKey("queue-counts"),
    queryFn: async ({ signal }) => {
      const [queued, ready] = await Promise.all([
        call(workflowsRoutes.queueCount, { signal }),
        call(workflowsRoutes.readyToSend, { signal }),
      ]);
      return { ...queued, ...ready };
    },
    placeholderData: keepPreviousData,
  });

/** Invitations of the company's statistics person. */
export const usePersonInvitations = () =>
  useQuery({
    queryKey: useDailyKey("person-invitations"),
    queryFn: async ({ signal }) => {
      const [today, queue, hold, accepted] = await Promise.all([
        call(workflowsRoutes.personToday, { signal }),
        call(workflowsRoutes.personQueue, { signal }),
        call(workflowsRoutes.personHold, { signal }),
        call(workflowsRoutes.personAccepted, { signal }),
      ]);
      return { ...today, ...queue, ...hold, ...accepted };
    },
    placeholderData: keepPreviousData,
  });

/** The name of the statistics person is part of a field name in the response: `icebreakersToApprove<Name>`. */
export const readPersonStats = (stats: MessageStats): { name: string; toApprove: number } => {
  const [field = TO_APPROVE, toApprove = 0] = Object.entries(stats).find(([name]) => name.startsWith(TO_APPROVE)) ?? [];
  return { name: field.slice(TO_APPROVE.length), toApprove };
};
