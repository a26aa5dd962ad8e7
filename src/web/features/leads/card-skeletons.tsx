import { PersonSkeleton, Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

const CARDS = ["eerste", "tweede", "derde"];

/** Cards of leads that are on their way. */
export const CardSkeletons = ({ label }: { label: string }) => (
  <SkeletonGroup label={label} className="flex flex-col gap-3">
    {CARDS.map((card) => (
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
