import type { ReactNode } from "react";
import type { Lead } from "#contract/leads.ts";
import { NextPageStatus, QueryStates } from "#lib/lists/query-states.tsx";
import { cn } from "#ui/cn.ts";
import { PersonSkeleton, Skeleton, SkeletonGroup } from "#ui/feedback/skeleton.tsx";
import { ListChangedNotice } from "#ui/table/list-changed-notice.tsx";
import { VirtualList } from "#ui/table/virtual-list.tsx";
import type { LeadList } from "./leads.api.ts";

const SKELETON_KEYS = ["eerste", "tweede", "derde"];

const LeadCardSkeletons = ({ label }: { label: string }) => (
  <SkeletonGroup label={label} className="flex flex-col gap-3">
    {SKELETON_KEYS.map((card) => (
      <div key={card} className="flex flex-col gap-3 rounded-md border bg-card p-4 shadow-xs">
        <PersonSkeleton />
        <Skeleton className="w-56" />
        <Skeleton className="h-14" />
        <div className="grid grid-cols-3 gap-3">
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
        </div>
      </div>
    ))}
  </SkeletonGroup>
);

type LeadCardListProps<Item extends Pick<Lead, "id">> = {
  label: string;
  list: LeadList<Item>;
  empty: ReactNode;
  total?: number | undefined;
  children: (item: Item) => ReactNode;
};

/** Estimated height; cards are measured once rendered. */
const CARD_HEIGHT = 430;

export const LeadCardList = <Item extends Pick<Lead, "id">>({
  label,
  list,
  empty,
  total,
  children,
}: LeadCardListProps<Item>) => (
  <div className="mx-auto w-full max-w-3xl px-3 py-4 sm:px-6">
    {list.hasUpdates && <ListChangedNotice onRefresh={list.refresh} />}
    <QueryStates
      query={list.query}
      problem="De leads konden niet worden geladen"
      skeleton={<LeadCardSkeletons label="Leads laden..." />}
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
            <NextPageStatus query={list.query} problem="De volgende leads konden niet worden geladen." />
          </div>
        );
      }}
    </QueryStates>
  </div>
);
