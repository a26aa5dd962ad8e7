import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../cn.ts";
import { Skeleton, SkeletonGroup } from "../feedback/loading.tsx";
import { Card } from "../page/card.tsx";

export type StatTone = "neutral" | "info" | "success" | "warning" | "danger";

const TONES: Record<StatTone, string> = {
  neutral: "",
  info: "border-info/40 bg-info-soft text-info",
  success: "border-success/40 bg-success-soft text-success",
  warning: "border-warning/40 bg-warning-soft text-warning",
  danger: "border-danger/40 bg-danger-soft text-danger",
};

type StatCardProps = {
  label: string;
  icon?: LucideIcon;
  value: ReactNode;
  tone?: StatTone;
  /** The meaning of the colour, for screen readers. */
  toneText?: string | undefined;
  /** Shown below the value. */
  note?: ReactNode;
  /** Shown beside the label, such as a HelpButton. */
  help?: ReactNode;
};

/** One number with its label, inside a `<dl>`. */
export const StatCard = ({ label, icon: Icon, value, tone = "neutral", toneText, note, help }: StatCardProps) => (
  <Card data-tone={tone} className={cn("flex min-w-0 flex-col gap-1.5 p-4 print:p-2", TONES[tone])}>
    <dt
      className={cn(
        "flex items-start justify-between gap-2 text-[0.8125rem]",
        tone === "neutral" && "text-muted-foreground",
      )}
    >
      <span className="flex items-center gap-1">
        {label}
        {help}
      </span>
      {Icon && <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />}
    </dt>
    <dd className="font-semibold text-2xl tabular-nums leading-8 tracking-tight print:text-base print:leading-5">
      {typeof value === "number" ? value.toLocaleString("nl-NL") : value}
      {toneText && <span className="sr-only"> ({toneText})</span>}
    </dd>
    {note && <dd className="text-muted-foreground text-xs tabular-nums">{note}</dd>}
  </Card>
);

type StatCardSkeletonProps = { count: number; className: string };

export const StatCardSkeleton = ({ count, className }: StatCardSkeletonProps) => (
  <SkeletonGroup className={className}>
    {Array.from({ length: count }, (_, index) => `vak ${index}`).map((key) => (
      <Card key={key} className="flex flex-col gap-1.5 p-4">
        <Skeleton className="my-0.5 w-28" />
        <Skeleton className="my-1 h-6 w-12" />
      </Card>
    ))}
  </SkeletonGroup>
);
