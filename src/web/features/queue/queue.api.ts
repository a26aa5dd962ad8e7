import { type InfiniteData, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { MAX_PAGE_SIZE } from "#contract/paging.ts";
import { type QueuedChange, type QueuedMessage, queueRoutes, type SentMessage } from "#contract/queue.ts";
import { call, callPage, type ItemPage } from "#lib/api/api.ts";
import { sendInBatches } from "#lib/api/batches.ts";
import { refreshQueries } from "#lib/api/company-events.ts";
import { showRefusal } from "#lib/api/show-error.ts";
import { useUndoableMutation } from "#lib/api/undo.tsx";
import { useToday } from "#lib/dates/dates.ts";
import { formatMessageCount, refusedText } from "#lib/labels/refusals.ts";
import { actualSendTimeText } from "#lib/labels/send-plan.ts";

import { patchCachedItems } from "#lib/lists/optimistic-update.ts";
import { useLiveList } from "#lib/lists/paged-list.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import type { QueuedFilters, SentFilters } from "./queue-filters.ts";

const REMOVED_TEXTS = ["Message not found", "already removed"];

/** Already cancelled or sent: not a failure, the list was out of date. */
export const isAlreadyRemoved = (error: Error): boolean => REMOVED_TEXTS.some((text) => error.message.includes(text));

/** Query keys start with the event topic that invalidates them. */
export const QUEUE = "queue";
/** Does not start with the topic: otherwise every sent part would refetch all pages of a long list. */
const QUEUE_LISTS = "queue-lists";
/** A small first page loads fast; larger next pages mean fewer waits while scrolling. */
const pageSize = (cursor: string | undefined) => (cursor ? MAX_PAGE_SIZE : 100);

const queuedQuery = ({ accountmanager, datum, status, zoek }: QueuedFilters) => ({
  search: zoek?.trim() || undefined,
  flow: accountmanager,
  due: datum ?? "all",
  state: status ?? ("waiting" as const),
});

const UNPLANNED_REFETCH_MS = 2_000;
const MAX_REFETCHED_ROWS = 1_000;
const isUnplanned = ({ plannedAt, waitsFor }: QueuedMessage): boolean => plannedAt === null && waitsFor === null;

export const useQueued = (filters: QueuedFilters) =>
  useLiveList<QueuedMessage>({
    topic: QUEUE,
    // No event comes at midnight, when other messages become late or due today.
    queryKey: [QUEUE_LISTS, "queued", filters, useToday()],
    // The server computes the plans of a few senders per request, so rows without a plan are asked for again.
    refetchIntervalMs: (rows) =>
      filters.status !== "problem" && rows.length <= MAX_REFETCHED_ROWS && rows.some(isUnplanned)
        ? UNPLANNED_REFETCH_MS
        : false,
    read: ({ cursor, signal }) =>
      callPage(queueRoutes.queued, { query: { ...queuedQuery(filters), limit: pageSize(cursor), cursor }, signal }),
  });

export const useSent = ({ accountmanager }: SentFilters) =>
  useLiveList<SentMessage>({
    topic: QUEUE,
    queryKey: [QUEUE_LISTS, "sent", accountmanager],
    read: ({ cursor, signal }) =>
      callPage(queueRoutes.sent, { query: { flow: accountmanager, limit: pageSize(cursor), cursor }, signal }),
  });

/** The total with this status, without the other filters. */
export const useQueuedTotal = ({ status }: QueuedFilters, enabled: boolean) =>
  useQuery({
    queryKey: [QUEUE, "queued-total", status],
    queryFn: async ({ signal }) =>
      (await callPage(queueRoutes.queued, { query: { ...queuedQuery({ status }), limit: 1 }, signal })).total,
    enabled,
  }).data;

export const useSentTotal = (enabled: boolean) =>
  useQuery({
    queryKey: [QUEUE, "sent-total"],
    queryFn: async ({ signal }) => (await callPage(queueRoutes.sent, { query: { limit: 1 }, signal })).total,
    enabled,
  }).data;

export const useQueuedFlows = () =>
  useQuery({ queryKey: [QUEUE, "queued-flows"], queryFn: ({ signal }) => call(queueRoutes.queuedFlows, { signal }) });

export const useSentFlows = () =>
  useQuery({ queryKey: [QUEUE, "sent-flows"], queryFn: ({ signal }) => call(queueRoutes.sentFlows, { signal }) });

export const useChannelSwitch = () =>
  useQuery({
    queryKey: [QUEUE, "channel-switch"],
    queryFn: ({ signal }) => call(queueRoutes.channelSwitch, { signal }),
  }).data;

/** The number of failed messages, for the status filter. */
export const useFailedTotal = () => useQueuedTotal({ status: "problem" }, true);

/** Null removes the row. */
export const patchQueued = (client: QueryClient, change: (row: QueuedMessage) => QueuedMessage | null): void =>
  patchCachedItems<QueuedMessage>(client, [[QUEUE_LISTS, "queued"]], change);

/** The rows with these ids, from any of the loaded lists. */
export const findQueued = (client: QueryClient, ids: readonly string[]): QueuedMessage[] => {
  const lists = client.getQueriesData<InfiniteData<ItemPage<QueuedMessage>>>({ queryKey: [QUEUE_LISTS, "queued"] });
  const rows = lists.flatMap(([, list]) => list?.pages.flatMap(({ items }) => items) ?? []);
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
};

export function useChangeQueued() {
  const client = useQueryClient();
  return useUndoableMutation({
    mutationFn: ({ row, changes }: { row: QueuedMessage; changes: QueuedChange }) =>
      call(queueRoutes.change, { params: { id: row.id }, body: changes }),
    onSuccess: ({ undo, ...changed }, { row, changes }, offerUndo) => {
      const { messageName, fullName } = changed;
      // A long list is not refetched.
      patchQueued(client, (each) => (each.id === row.id ? { ...each, ...changed } : each));
      showToast({
        title: "Bericht gewijzigd",
        description: `${messageName} aan ${fullName} is bijgewerkt.${actualSendTimeText(changes.dateDue, changed)}`,
        ...offerUndo({
          undos: [undo],
          undoneText: `${messageName} aan ${fullName} is weer zoals het was.`,
          refresh: [[QUEUE], ["messages"]],
        }),
      });
    },
    onError: (error) => showRefusal(error, "Kon het bericht niet wijzigen. Probeer het opnieuw."),
    onSettled: () => refreshQueries(client, [[QUEUE]]),
  });
}

export function useSendNow() {
  const client = useQueryClient();
  return useUndoableMutation({
    mutationFn: ({ id }: QueuedMessage) => call(queueRoutes.sendNow, { params: { id } }),
    onSuccess: ({ message, departure, undo }, { fullName }, offerUndo) =>
      showToast({
        title: departure === "now" ? "Bericht wordt verstuurd" : "Bericht ingepland",
        description: message,
        ...offerUndo({
          undos: [undo],
          undoneText: `Het bericht aan ${fullName} wacht weer op zijn datum.`,
          refresh: [[QUEUE]],
        }),
      }),
    onError: (error) => showRefusal(error, "Kon het bericht niet versturen. Probeer het opnieuw."),
    onSettled: () => refreshQueries(client, [[QUEUE]]),
  });
}

const retryAll = async (allIds: readonly string[]) => {
  const { answers, refused } = await sendInBatches(allIds, (ids) => call(queueRoutes.retryMany, { body: { ids } }));
  return {
    done: answers.flatMap(({ done }) => done),
    refused: [...answers.flatMap((answer) => answer.refused), ...refused],
  };
};

export function useRetryAll() {
  const client = useQueryClient();
  return useUndoableMutation({
    mutationFn: retryAll,
    onSuccess: ({ done, refused }) => {
      const result = `${formatMessageCount(done.length)} ${done.length === 1 ? "staat" : "staan"} weer klaar.`;
      showToast({ title: "Berichten klaargezet", description: `${result}${refusedText(refused)}` });
    },
    onError: (error) => showRefusal(error, "Kon de berichten niet opnieuw klaarzetten. Probeer het opnieuw."),
    onSettled: () => refreshQueries(client, [[QUEUE]]),
  });
}

export function useRetryQueued() {
  const client = useQueryClient();
  return useUndoableMutation({
    mutationFn: (id: string) => call(queueRoutes.retry, { params: { id } }),
    onSuccess: ({ message }) => showToast({ title: "Bericht klaargezet", description: message }),
    onError: (error) => showRefusal(error, "Kon het bericht niet opnieuw klaarzetten. Probeer het opnieuw."),
    onSettled: () => refreshQueries(client, [[QUEUE]]),
  });
}
