import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { authRoutes } from "#contract/auth.ts";
import { type ChangeEvent, TOPICS } from "#contract/system.ts";
import { companyCardKey, sessionKey } from "../session/session.ts";
import { call } from "./api.ts";
import { subscribeToChanges } from "./change-stream.ts";
import { STATISTICS } from "./refresh-statistics.ts";

type Topic = ChangeEvent["topic"];

/** A synchronisation changes thousands of rows: screens follow it, but not row by row. */
const BATCH_MS = 250;

/** A query whose key begins with a topic follows that topic. Here are the ones that are called otherwise. */
const RELATED_QUERIES: Partial<Record<Topic, readonly QueryKey[]>> = {
  company: [companyCardKey, [STATISTICS]],
  users: [sessionKey],
  // A card or a row shows the person it is about.
  leads: [["messages"], ["queue"], ["meetings"]],
  messages: [[STATISTICS]],
  // A meeting shows what still waits for those who were there.
  queue: [["meetings"], [STATISTICS]],
  prompts: [[STATISTICS]],
  invitations: [[STATISTICS]],
  workflows: [[STATISTICS]],
};

const invalidate = (client: QueryClient, keys: readonly QueryKey[]) =>
  Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));

const refetch = async (client: QueryClient, topics: Iterable<Topic>): Promise<void> => {
  const keys = [...topics].flatMap((topic): QueryKey[] => [[topic], ...(RELATED_QUERIES[topic] ?? [])]);
  // What is being read for the first time is not asked again while it is on its way, and may have left before the change.
  const onTheirWay = keys
    .flatMap((queryKey) => client.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" }))
    .filter(({ state }) => state.data === undefined);
  await invalidate(client, keys);
  await invalidate(
    client,
    onTheirWay.map(({ queryKey }) => queryKey),
  );
};

/** Fails with a 401 when the session has ended, which brings the sign-in page; without an answer, the banner comes. */
const checkSession = (client: QueryClient): Promise<unknown> =>
  client.prefetchQuery({ queryKey: ["session", "check"], queryFn: () => call(authRoutes.currentUser), staleTime: 0 });

/** Keeps what is on the screen in step with what colleagues and the synchronisation do. */
export function useCompanyEvents() {
  const client = useQueryClient();
  useEffect(() => {
    const gathered = new Set<Topic>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    // One round ends before the next begins: each would call off the one before, and during a long synchronisation a
    // list of many pages would never come in.
    const flush = async () => {
      const topics = [...gathered];
      gathered.clear();
      await refetch(client, topics);
      timer = gathered.size > 0 ? setTimeout(() => void flush(), BATCH_MS) : undefined;
    };
    const gather = (topics: readonly Topic[]) => {
      for (const topic of topics) gathered.add(topic);
      timer ??= setTimeout(() => void flush(), BATCH_MS);
    };
    const stop = subscribeToChanges({
      onChange: ({ topic }) => gather(topic === "everything" ? TOPICS : [topic]),
      onMissed: () => gather(TOPICS),
      onDown: () => void checkSession(client),
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client]);
}
