import { type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Lead } from "../../../contract/leads.ts";
import type { ListPage } from "../../lib/api.ts";
import { useListPages } from "../../lib/list-pages.ts";

/** Not the name of a topic: a list of a thousand pages is not read again with every change somewhere in it. */
export const LISTS = "lead-lists";

/** So many pages are read again at once; further down, people decide themselves when what they look at moves. */
const FEW_PAGES = 5;

type Topic = "leads" | "invitations";
type Ask = { cursor: string | undefined; signal: AbortSignal };
type Page<Item> = { items: Item[]; nextCursor: string | null };

type LeadListOptions<Item> = {
  topic?: Topic;
  key: QueryKey;
  read: (ask: Ask) => Promise<Page<Item>>;
};

/** A list that follows what colleagues and the synchronisation do, as long as that moves nothing under one's hands. */
export function useLeadList<Item extends Pick<Lead, "id">>({ topic = "leads", key, read }: LeadListOptions<Item>) {
  const queryKey = [LISTS, ...key];
  const list = useListPages<Item>({
    queryKey,
    read: async (ask): Promise<ListPage<Item>> => {
      const { items, nextCursor } = await read(ask);
      return { items, nextCursor: nextCursor ?? undefined, total: items.length };
    },
  });
  const client = useQueryClient();
  const [behind, setBehind] = useState(false);
  const pages = list.query.data?.pages.length ?? 0;
  useOnChange(topic, () => {
    if (pages > FEW_PAGES) return setBehind(true);
    return void client.invalidateQueries({ queryKey });
  });
  const refresh = () => {
    setBehind(false);
    void client.resetQueries({ queryKey, exact: true });
  };
  return { ...list, behind, refresh };
}

export type LeadList<Item extends Pick<Lead, "id">> = ReturnType<typeof useLeadList<Item>>;

/** Runs when something of the topic has changed: a read that costs nothing is read again with each of its events. */
function useOnChange(topic: Topic, onChange: () => void) {
  const { data: pulse } = useQuery({ queryKey: [topic, "pulse"], queryFn: () => performance.now() });
  const latest = useRef(onChange);
  const first = useRef(pulse);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    if (pulse === undefined || pulse === first.current) return;
    const known = first.current !== undefined;
    first.current = pulse;
    if (known) latest.current();
  }, [pulse]);
}
