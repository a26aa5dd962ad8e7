import { PersonSkeleton, Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

const CARDS = ["eerste", "tweede", "derde"];

/** Three cards that are on their way. */
export const CardSkeletons = () => (
  <SkeletonGroup label="Berichten laden..." className="flex flex-col gap-4">
    {CARDS.map((card) => (
      <div key={card} data-skeleton-card className="rounded-md border bg-card p-5 shadow-xs">
        <PersonSkeleton />
        <Skeleton className="mt-4 w-56" />
        <Skeleton className="mt-3 h-14" />
        <div className="mt-5 flex flex-col gap-2">
          <Skeleton className="w-24" />
          <Skeleton className="h-3 w-11/12" />
          <Skeleton className="h-3 w-4/5" />
          <Skeleton className="h-3 w-3/5" />
        </div>
        <div className="-mx-5 mt-5 -mb-5 flex gap-2 border-t px-5 py-3">
          <Skeleton className="h-8 w-20" />
          <Skeleton className="h-8 w-20" />
          <Skeleton className="h-8 w-28" />
        </div>
      </div>
    ))}
  </SkeletonGroup>
);
