import { cn } from "./cn.ts";
import { Skeleton, SkeletonGroup } from "./skeleton.tsx";

const LINES = ["w-3/5", "w-4/5", "w-1/2"];

/** A short list in a card that is on its way: each entry a line and a smaller one below it. */
export const LinesSkeleton = () => (
  <SkeletonGroup className="flex flex-col gap-5">
    {LINES.map((width) => (
      <div key={width} className="flex flex-col gap-2">
        <Skeleton className={width} />
        <Skeleton className={cn("h-3 opacity-70", "w-2/5")} />
      </div>
    ))}
  </SkeletonGroup>
);
