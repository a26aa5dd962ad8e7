import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MAX_PAGE_SIZE } from "#contract/paging.ts";
import { type QueuedChange, type QueuedMessage, queueRoutes, type SentMessage } from "#contract/queue.ts";
import { call, callPage } from "#lib/api/api.ts";
import { showRefusal } from "#lib/api/show-error.ts";
import { useUndo } from "#lib/api/undo.tsx";
import { formatMessageCount, refusedText } from "#lib/labels/refusals.ts";
import { actualSendTimeText } from "#lib/labels/send-plan.ts";

import { usePagedList } from "#lib/lists/paged-list.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import type { QueuedFilters, SentFilters } from "./queue-filters.ts";

const REMOVED_TEXTS = ["Message not found", "already removed"];

/** Already cancelled or sent: not a failure, the list was out of date. */
export const isAlreadyRemoved = (error: Error): boolean => REMOVED_TEXTS.some((text) => error.message.includes(text));

/** Query keys start with the event topic that invalidates them. */
export const QUEUE = "queue";
/** A small first page loads fast; larger next pages mean fewer waits while scrolling. */
const pageSize = (cursor: string | undefined) => (cursor ? MAX_PAGE_SIZE : 100);

const queuedQuery = ({ accountmanager, datum, status, zoek }: QueuedFilters) => ({
  search: zoek?.trim() || undefined,
  flow: accountmanager,
  due: datum ?? "all",
  state: status ?? ("waiting" as const),
});

const UNPLANNED_REFETCH_MS = 2_000;
const isUnplanned = ({ plannedAt, waitsFor }: QueuedMessage): boolean => plannedAt === null && waitsFor === null;

export const useQueued = (filters: QueuedFilters) =>
  usePagedList<QueuedMessage>({
    queryKey: [QUEUE, "queued", filters],
    // The server computes the plans of a few senders per request.
    refetchIntervalMs: (rows) =>
      filters.status !== "problem" && rows.some(isUnplanned) ? UNPLANNED_REFETCH_MS : false,
    read: ({ cursor, signal }) =>
      callPage(queueRoutes.queued, { query: { ...queuedQuery(filters), limit: pageSize(cursor), cursor }, signal }),
  });

export const useSent = ({ accountmanager }: SentFilters) =>
  usePagedList<SentMessage>({
    queryKey: [QUEUE, "sent", accountmanager],
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

export function useChangeQueued() {
  const client = useQueryClient();
  const offerUndo = useUndo();
  return useMutation({
    mutationFn: ({ row, changes }: { row: QueuedMessage; changes: QueuedChange }) =>
      call(queueRoutes.change, { params: { id: row.id }, body: changes }),
    onSuccess: ({ messageName, fullName, undo, ...plan }, { changes }) =>
      showToast({
        title: "Bericht gewijzigd",
        description: `${messageName} aan ${fullName} is bijgewerkt.${actualSendTimeText(changes.dateDue, plan)}`,
        ...offerUndo({
          undos: [undo],
          undoneText: `${messageName} aan ${fullName} is weer zoals het was.`,
          refresh: [[QUEUE], ["messages"]],
        }),
      }),
    onError: (error) => showRefusal(error, "Kon het bericht niet wijzigen. Probeer het opnieuw."),
    onSettled: () => client.invalidateQueries({ queryKey: [QUEUE] }),
  });
}

export function useSendNow() {
  const client = useQueryClient();
  const offerUndo = useUndo();
  return useMutation({
    mutationFn: ({ id }: QueuedMessage) => call(queueRoutes.sendNow, { params: { id } }),
    onSuccess: ({ message, departure, undo }, { fullName }) =>
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
    onSettled: () => client.invalidateQueries({ queryKey: [QUEUE] }),
  });
}

/** The server accepts at most this many ids per call. */
const BATCH_SIZE = 100;

const retryInBatches = async (ids: readonly string[]) => {
  const results = [];
  for (let start = 0; start < ids.length; start += BATCH_SIZE)
    results.push(await call(queueRoutes.retryMany, { body: { ids: ids.slice(start, start + BATCH_SIZE) } }));
  return { done: results.flatMap(({ done }) => done), refused: results.flatMap(({ refused }) => refused) };
};

export function useRetryAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: retryInBatches,
    onSuccess: ({ done, refused }) => {
      const result = `${formatMessageCount(done.length)} ${done.length === 1 ? "staat" : "staan"} weer klaar.`;
      showToast({ title: "Berichten klaargezet", description: `${result}${refusedText(refused)}` });
    },
    onError: (error) => showRefusal(error, "Kon de berichten niet opnieuw klaarzetten. Probeer het opnieuw."),
    onSettled: () => client.invalidateQueries({ queryKey: [QUEUE] }),
  });
}

export function useRetryQueued() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(queueRoutes.retry, { params: { id } }),
    onSuccess: ({ message }) => showToast({ title: "Bericht klaargezet", description: message }),
    onError: (error) => showRefusal(error, "Kon het bericht niet opnieuw klaarzetten. Probeer het opnieuw."),
    onSettled: () => client.invalidateQueries({ queryKey: [QUEUE] }),
  });
}
