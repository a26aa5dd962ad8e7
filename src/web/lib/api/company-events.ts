import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent } from "react";
import { authRoutes } from "#contract/auth.ts";
import { type ChangeEvent, TOPICS } from "#contract/system.ts";
import { companyCardKey, sessionKey } from "../session/session.ts";
import { call } from "./api.ts";
import { subscribeToChanges } from "./change-stream.ts";

/** The first part of the query key of all statistics, by which they are invalidated together. */
export const STATISTICS = "statistics";

/** Refetches all statistics on the screen; rejects when one of them fails. */
export const useRefreshStatistics = (): (() => Promise<void>) => {
  const client = useQueryClient();
  return useCallback(
    () => client.refetchQueries({ queryKey: [STATISTICS], type: "active" }, { throwOnError: true }),
    [client],
  );
};

export type Topic = ChangeEvent["topic"];

/** A sync run changes thousands of rows: events are collected for this long before anything is refetched. */
const BATCH_MS = 250;

/** A change refetches the queries whose key begins with its topic, and these, which depend on it too. */
const RELATED_QUERIES: Partial<Record<Topic, readonly QueryKey[]>> = {
  // Who writes the messages is a setting of the company.
  company: [companyCardKey, [STATISTICS], ["overview"], ["messages", "writing"], ["prompts", "test-results"]],
  users: [sessionKey, ["overview"]],
  // These items show the name of their lead, or its class.
  leads: [["messages"], ["queue"], ["meetings"], ["inbox"], ["invitations"], ["overview", "checklist"]],
  messages: [[STATISTICS], ["overview"], ["leads", "timeline"]],
  meetings: [["overview"]],
  // A meeting shows the queued messages of its participants, a timeline when they are sent, a conversation the queued answers.
  queue: [["meetings"], ["inbox"], ["leads", "timeline"], ["senders", "simulation"], [STATISTICS], ["overview"]],
  prompts: [[STATISTICS], ["overview", "checklist"]],
  senders: [["overview", "checklist"]],
  invitations: [[STATISTICS], ["leads", "timeline"]],
  workflows: [[STATISTICS]],
};

type Listener = () => unknown;

const listeners = new Map<unknown, Set<Listener>>();

const notify = (topic: unknown) => [...(listeners.get(topic) ?? [])].map((listener) => listener());

/** Calls the listener after every batch of changes to a topic, for as long as the component is mounted. */
export function useTopicListener(topic: Topic, listener: Listener) {
  const onChange = useEffectEvent(listener);
  useEffect(() => {
    const subscribed = listeners.get(topic) ?? new Set();
    listeners.set(topic, subscribed);
    const callListener = () => onChange();
    subscribed.add(callListener);
    return () => void subscribed.delete(callListener);
  }, [topic]);
}

/**
 * Refetches the queries whose keys begin with these, and calls the listeners of the topics that the keys begin with. A list
 * with a listener (`meta.topic`) that is not on the screen is refetched when it is opened.
 */
export const refreshQueries = async (client: QueryClient, keys: readonly QueryKey[]): Promise<void> => {
  const topics = new Set(keys.map(([topic]) => topic));
  await Promise.all([
    ...keys.map((queryKey) => client.invalidateQueries({ queryKey })),
    ...[...topics].flatMap(notify),
    client.invalidateQueries({
      type: "inactive",
      refetchType: "none",
      predicate: ({ meta }) => topics.has(meta?.["topic"]),
    }),
  ]);
};

const refreshTopics = async (client: QueryClient, topics: readonly Topic[]): Promise<void> => {
  const keys = topics.flatMap((topic): QueryKey[] => [[topic], ...(RELATED_QUERIES[topic] ?? [])]);
  // Invalidating does not restart a first fetch that is under way, and its response may be older than the change.
  const cache = client.getQueryCache();
  const firstFetches = [
    ...keys.flatMap((queryKey) => cache.findAll({ queryKey, fetchStatus: "fetching" })),
    ...cache.findAll({
      fetchStatus: "fetching",
      predicate: ({ meta }) => keys.some(([topic]) => topic === meta?.["topic"]),
    }),
  ].filter(({ state }) => state.data === undefined);
  await refreshQueries(client, keys);
  await Promise.all(firstFetches.map(({ queryKey }) => client.invalidateQueries({ queryKey })));
};

/** Fails with a 401 when the session has ended, which opens the sign-in page; without a response the banner is shown. */
const checkSession = (client: QueryClient): Promise<unknown> =>
  client.prefetchQuery({ queryKey: ["session", "check"], queryFn: () => call(authRoutes.currentUser), staleTime: 0 });

/** Refetches what colleagues and the Airtable sync change. Not while the session has ended: every attempt to connect would fail. */
export function useCompanyEvents({ isPaused }: { isPaused: boolean }) {
  const client = useQueryClient();
  useEffect(() => {
    if (isPaused) return;
    const pending = new Set<Topic>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The next batch waits until this one is refetched: it would cancel the running fetches, and during a long sync run a
    // list of many pages would never load completely.
    const flush = async () => {
      const topics = [...pending];
      pending.clear();
      await refreshTopics(client, topics);
      timer = pending.size > 0 ? setTimeout(() => void flush(), BATCH_MS) : undefined;
    };
    const schedule = (topics: readonly Topic[]) => {
      for (const topic of topics) pending.add(topic);
      timer ??= setTimeout(() => void flush(), BATCH_MS);
    };
    const unsubscribe = subscribeToChanges({
      onChange: ({ topic }) => schedule(topic === "everything" ? TOPICS : [topic]),
      onReconnected: () => schedule(TOPICS),
      onDisconnected: () => void checkSession(client),
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [client, isPaused]);
}
