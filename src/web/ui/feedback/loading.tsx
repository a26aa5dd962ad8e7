import { LoaderCircle } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "../cn.ts";

export const Skeleton = ({ className, ...props }: ComponentProps<"div">) => (
  <div aria-hidden className={cn("h-4 animate-pulse rounded-sm bg-skeleton", className)} {...props} />
);

type SkeletonGroupProps = { label?: string; className?: string; children: ReactNode };

/** Wraps skeletons: a screen reader announces its label once. */
export const SkeletonGroup = ({ label = "Laden...", className, children }: SkeletonGroupProps) => (
  <div role="status" aria-busy className={className}>
    <span className="sr-only">{label}</span>
    {children}
  </div>
);

/** The header of a card about a person: picture, name and a line below it. */
export const PersonSkeleton = () => (
  <div className="flex gap-3">
    <Skeleton className="size-12 rounded-full" />
    <div className="flex flex-1 flex-col gap-2 pt-1">
      <Skeleton className="w-44" />
      <Skeleton className="h-3 w-64 max-w-full" />
    </div>
  </div>
);

const LINE_WIDTHS = ["w-3/5", "w-4/5", "w-1/2"];

/** A short list in a card: each item a line with a smaller one below it. */
export const LinesSkeleton = () => (
  <SkeletonGroup className="flex flex-col gap-5">
    {LINE_WIDTHS.map((width) => (
      <div key={width} className="flex flex-col gap-2">
        <Skeleton className={width} />
        <Skeleton className="h-3 w-2/5 opacity-70" />
      </div>
    ))}
  </SkeletonGroup>
);

/** Without a label, for places that show one already. */
export const SpinnerIcon = ({ className }: { className?: string }) => (
  <LoaderCircle aria-hidden className={cn("size-4 animate-spin", className)} />
);

type SpinnerProps = { label?: string; labelHidden?: boolean; className?: string };

export const Spinner = ({ label = "Laden...", labelHidden = false, className }: SpinnerProps) => (
  <div role="status" className={cn("inline-flex items-center gap-2 text-muted-foreground", className)}>
    <SpinnerIcon />
    <span className={cn(labelHidden && "sr-only")}>{label}</span>
  </div>
);
