import type { ReactNode } from "react";
import type { Lead } from "#contract/leads.ts";
import { Loaded } from "#lib/loaded.tsx";
import { MoreState } from "#lib/more-state.tsx";
import { BehindNotice } from "#ui/behind-notice.tsx";
import { cn } from "#ui/cn.ts";
import { VirtualList } from "#ui/virtual-list.tsx";
import { CardSkeletons } from "./card-skeletons.tsx";
import type { LeadList } from "./lead-lists.ts";

type LeadCardListProps<Item extends Pick<Lead, "id">> = {
  label: string;
  list: LeadList<Item>;
  empty: ReactNode;
  total?: number | undefined;
  children: (item: Item) => ReactNode;
};

/** A guess at a card's height; each is measured once it is there. */
const CARD_HEIGHT = 430;

/** Cards of leads for as far as somebody scrolls, in each of their states. */
export const LeadCardList = <Item extends Pick<Lead, "id">>({
  label,
  list,
  empty,
  total,
  children,
}: LeadCardListProps<Item>) => (
  <div className="mx-auto w-full max-w-3xl px-3 py-4 sm:px-6">
    {list.behind && <BehindNotice onRefresh={list.refresh} />}
    <Loaded
      query={list.query}
      problem="De leads konden niet worden geladen"
      skeleton={<CardSkeletons label="Leads laden..." />}
    >
      {() => {
        if (list.items.length === 0) return empty;
        const { hasNextPage, isFetchNextPageError, isFetching, fetchNextPage, isPlaceholderData } = list.query;
        return (
          <div className={cn("transition-opacity", isPlaceholderData && "opacity-60")}>
            <VirtualList
              label={label}
              items={list.items}
              estimate={CARD_HEIGHT}
              total={total}
              hasMore={hasNextPage && !isFetchNextPageError}
              onEnd={() => !isFetching && void fetchNextPage()}
            >
              {children}
            </VirtualList>
            <MoreState query={list.query} problem="De volgende leads konden niet worden geladen." />
          </div>
        );
      }}
    </Loaded>
  </div>
);
