import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type GoalTargets,
  type MessageStats,
  type ResultsQuery,
  statisticsRoutes,
  TO_APPROVE,
} from "#contract/statistics.ts";
import { workflowsRoutes } from "#contract/workflows.ts";
import { call } from "#lib/api/api.ts";
import { STATISTICS } from "#lib/api/company-events.ts";
import { showError } from "#lib/api/show-error.ts";
import { useToday } from "#lib/dates/dates.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import type { Month } from "./month-navigation.tsx";

/** The key contains the day, so that a dashboard that is always open refetches after midnight. */
const useStatistics = <Data>(
  key: readonly unknown[],
  read: (signal: AbortSignal) => Promise<Data>,
  options: { staleTime?: number } = {},
) =>
  useQuery({
    queryKey: [STATISTICS, useToday(), ...key],
    queryFn: ({ signal }) => read(signal),
    placeholderData: keepPreviousData,
    ...options,
  });

export const useInvitationStats = () =>
  useStatistics(["invitations"], (signal) => call(statisticsRoutes.invitations, { signal }));

export const useInvitedPerDay = (query: Month) =>
  useStatistics(["invited-per-day", query], (signal) => call(statisticsRoutes.invitedPerDay, { query, signal }));

export const useAcceptedPerDay = (query: Month) =>
  useStatistics(["accepted-per-day", query], (signal) => call(statisticsRoutes.acceptedPerDay, { query, signal }));

export const useInvitedPerHour = () =>
  useStatistics(["invited-per-hour"], (signal) => call(statisticsRoutes.invitedPerHour, { signal }));

/** Refetched at every visit. */
export const useMessageStats = () =>
  useStatistics(["messages"], (signal) => call(statisticsRoutes.messages, { signal }), { staleTime: 0 });

export const useSentPerDay = () =>
  useStatistics(["sent-per-day"], (signal) => call(statisticsRoutes.sentPerDay, { signal }));

export const useResults = (query: Partial<ResultsQuery>) =>
  useStatistics(["results", query], (signal) => call(statisticsRoutes.results, { query, signal }));

/**
 * The failure of all figures, when none of the first ones could be loaded: one message instead of the same one in every section.
 * It stays until a retry has brought one of them.
 */
export function useCommonFailure(query: Partial<ResultsQuery>) {
  const queries = [useResults(query), useInvitationStats(), useMessageStats()];
  // A retry clears the error of a query without data.
  const [lastError, setLastError] = useState<Error>();
  const error = queries.find((one) => one.error)?.error ?? lastError;
  if (error !== lastError) setLastError(error);
  if (!error || queries.some(({ data, errorUpdateCount }) => data !== undefined || errorUpdateCount === 0))
    return undefined;
  return {
    data: undefined,
    error,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
  };
}

export const useGoals = () => useStatistics(["goals"], (signal) => call(statisticsRoutes.goals, { signal }));

export function useSetGoals() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: GoalTargets) => call(statisticsRoutes.setGoals, { body }),
    onSuccess: () => showToast({ title: "Doelen opgeslagen", description: "Ze gelden voor elke kalendermaand." }),
    onError: (error) => showError(error, "De doelen konden niet worden opgeslagen."),
    onSettled: () => client.invalidateQueries({ queryKey: [STATISTICS] }),
  });
}

const WEEKLY_MAIL = ["weekly-mail"];

export const useWeeklyMail = () =>
  useQuery({ queryKey: WEEKLY_MAIL, queryFn: ({ signal }) => call(statisticsRoutes.weeklyMail, { signal }) });

export function useSetWeeklyMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isOn: boolean) => call(statisticsRoutes.setWeeklyMail, { body: { isOn } }),
    onSuccess: ({ isOn }) =>
      showToast(
        isOn
          ? { title: "Weekmail aan", description: "Je krijgt elke maandag de resultaten van de week ervoor." }
          : { title: "Weekmail uit", description: "Je krijgt deze e-mail niet meer." },
      ),
    onError: (error) => showError(error, "De keuze kon niet worden opgeslagen."),
    onSettled: () => client.invalidateQueries({ queryKey: WEEKLY_MAIL }),
  });
}

export const useWorkflowStats = () =>
  useStatistics(["workflow-stats"], (signal) => call(workflowsRoutes.stats, { signal }));

/** Messages in the queue, and those that are due. */
export const useQueueCounts = () =>
  useStatistics(["queue-counts"], async (signal) => {
    const [queued, ready] = await Promise.all([
      call(workflowsRoutes.queueCount, { signal }),
      call(workflowsRoutes.readyToSend, { signal }),
    ]);
    return { ...queued, ...ready };
  });

/** Invitations of the company's statistics person, who need not be Frank: the names in the API are fixed. */
export const usePersonInvitations = () =>
  useStatistics(["person-invitations"], async (signal) => {
    const [today, queue, hold, accepted] = await Promise.all([
      call(workflowsRoutes.personToday, { signal }),
      call(workflowsRoutes.personQueue, { signal }),
      call(workflowsRoutes.personHold, { signal }),
      call(workflowsRoutes.personAccepted, { signal }),
    ]);
    return {
      sentToday: today.frankInvitationsToday,
      queued: queue.frankInvitationsQueue,
      onHold: hold.frankInvitationsHold,
      accepted: accepted.frankInvitationsAccepted,
    };
  });

/** The name of the statistics person is part of a field name in the response: `icebreakersToApprove<Name>`. */
export const parsePersonStats = (stats: MessageStats): { name: string; toApprove: number } => {
  const [field = TO_APPROVE, toApprove = 0] = Object.entries(stats).find(([name]) => name.startsWith(TO_APPROVE)) ?? [];
  return { name: field.slice(TO_APPROVE.length), toApprove };
};
