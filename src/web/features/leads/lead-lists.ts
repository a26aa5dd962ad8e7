import type { QueryKey } from "@tanstack/react-query";
import type { Lead } from "#contract/leads.ts";
import { type FollowedList, useFollowedList } from "#lib/followed-list.ts";

export const LISTS = "lead-lists";

type Ask = { cursor: string | undefined; signal: AbortSignal };
type Page<Item> = { items: Item[]; nextCursor: string | null };

type LeadListOptions<Item> = {
  topic?: "leads" | "invitations";
  key: QueryKey;
  read: (ask: Ask) => Promise<Page<Item>>;
};

/** A list of leads, which does not say how many there are. */
export const useLeadList = <Item extends Pick<Lead, "id">>({ topic = "leads", key, read }: LeadListOptions<Item>) =>
  useFollowedList<Item>({
    topic,
    queryKey: [LISTS, ...key],
    read: async (ask) => {
      const { items, nextCursor } = await read(ask);
      return { items, nextCursor: nextCursor ?? undefined, total: items.length };
    },
  });

export type LeadList<Item extends Pick<Lead, "id">> = FollowedList<Item>;
