import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn.ts";

export const Skeleton = ({ className, ...props }: ComponentProps<"div">) => (
  <div aria-hidden className={cn("h-4 animate-pulse rounded-sm bg-skeleton", className)} {...props} />
);

type SkeletonGroupProps = { label?: string; className?: string; children: ReactNode };

/** Around skeletons of the real shape: a screen reader hears the label once. */
export const SkeletonGroup = ({ label = "Laden...", className, children }: SkeletonGroupProps) => (
  <div role="status" aria-busy className={className}>
    <span className="sr-only">{label}</span>
    {children}
  </div>
);

/** The head of a card about somebody: a face, a name and what stands below it. */
export const PersonSkeleton = () => (
  <div className="flex gap-3">
    <Skeleton className="size-12 rounded-full" />
    <div className="flex flex-1 flex-col gap-2 pt-1">
      <Skeleton className="w-44" />
      <Skeleton className="h-3 w-64 max-w-full" />
    </div>
  </div>
);
