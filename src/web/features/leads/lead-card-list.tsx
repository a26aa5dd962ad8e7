import type { ReactNode } from "react";
import { ListContent, type ListContentProps } from "#lib/lists/list-page.tsx";
import { PersonSkeleton, Skeleton, SkeletonGroup } from "#ui/feedback/skeleton.tsx";
import type { LeadRow } from "./leads.api.ts";

const SKELETON_KEYS = ["eerste", "tweede", "derde"];

const LeadCardSkeletons = () => (
  <SkeletonGroup label="Leads laden..." className="flex flex-col gap-3">
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

type LeadCardListProps<Row> = Pick<ListContentProps<Row>, "label" | "list" | "empty" | "total"> & {
  children: (row: Row) => ReactNode;
};

/** Estimated height; cards are measured once rendered. */
const CARD_HEIGHT = 430;

export const LeadCardList = <Row extends LeadRow>({ children, ...content }: LeadCardListProps<Row>) => (
  <div className="mx-auto w-full max-w-3xl px-3 py-4 sm:px-6">
    <ListContent
      {...content}
      rows={{ card: children, cardHeight: CARD_HEIGHT }}
      skeleton={<LeadCardSkeletons />}
      errorTitle="De leads konden niet worden geladen"
      nextPageError="De volgende leads konden niet worden geladen."
    />
  </div>
);
