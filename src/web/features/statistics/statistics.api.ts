import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ResultDays, statisticsRoutes } from "#contract/statistics.ts";
import { workflowsRoutes } from "#contract/workflows.ts";
import { call } from "#lib/api.ts";
import { STATISTICS } from "#lib/statistics-key.ts";
import { useToday } from "#lib/today.ts";
import type { Month } from "./months.ts";

/** With the day in it, so that a dashboard that hangs on the wall begins anew after midnight. */
const useKey = (...rest: readonly unknown[]) => [STATISTICS, useToday(), ...rest];

export const useInvitationStats = () =>
  useQuery({
    queryKey: useKey("invitations"),
    queryFn: ({ signal }) => call(statisticsRoutes.invitations, { signal }),
    placeholderData: keepPreviousData,
  });

export const useInvitedPerDay = (query: Month) =>
  useQuery({
    queryKey: useKey("invited-per-day", query),
    queryFn: ({ signal }) => call(statisticsRoutes.invitedPerDay, { query, signal }),
    placeholderData: keepPreviousData,
  });

export const useAcceptedPerDay = (query: Month) =>
  useQuery({
    queryKey: useKey("accepted-per-day", query),
    queryFn: ({ signal }) => call(statisticsRoutes.acceptedPerDay, { query, signal }),
    placeholderData: keepPreviousData,
  });

export const useInvitedPerHour = () =>
  useQuery({
    queryKey: useKey("invited-per-hour"),
    queryFn: ({ signal }) => call(statisticsRoutes.invitedPerHour, { signal }),
    placeholderData: keepPreviousData,
  });

/** Read anew whenever somebody comes to look. */
export const useMessageStats = () =>
  useQuery({
    queryKey: useKey("messages"),
    queryFn: ({ signal }) => call(statisticsRoutes.messages, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const useSentPerDay = () =>
  useQuery({
    queryKey: useKey("sent-per-day"),
    queryFn: ({ signal }) => call(statisticsRoutes.sentPerDay, { signal }),
    placeholderData: keepPreviousData,
  });

export const useResults = (days: ResultDays) =>
  useQuery({
    queryKey: useKey("results", days),
    queryFn: ({ signal }) => call(statisticsRoutes.results, { query: { days }, signal }),
    placeholderData: keepPreviousData,
  });

export const useWorkflowStats = () =>
  useQuery({
    queryKey: useKey("workflow-stats"),
    queryFn: ({ signal }) => call(workflowsRoutes.stats, { signal }),
    placeholderData: keepPreviousData,
  });

/** What waits to go out, and what of it is due. */
export const useQueueCounts = () =>
  useQuery({
    queryKey: useKey("queue-counts"),
    queryFn: async ({ signal }) => {
      const [queued, ready] = await Promise.all([
        call(workflowsRoutes.queueCount, { signal }),
        call(workflowsRoutes.readyToSend, { signal }),
      ]);
      return { ...queued, ...ready };
    },
    placeholderData: keepPreviousData,
  });

/** The invitations of the person whom the company follows. */
export const usePersonInvitations = () =>
  useQuery({
    queryKey: useKey("person-invitations"),
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
