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
