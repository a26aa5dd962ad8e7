import { Progress as RadixProgress } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "../cn.ts";

type ProgressProps = {
  label: string;
  value: number;
  /** Null while it is unknown: the bar is then indeterminate. */
  max: number | null;
  detail?: ReactNode;
  className?: string;
};

const number = new Intl.NumberFormat("nl-NL");

export function Progress({ label, value, max, detail, className }: ProgressProps) {
  const isMaxKnown = max !== null && max > 0;
  const figures = isMaxKnown ? `${number.format(value)} van ${number.format(max)}` : number.format(value);
  return (
    <div className={cn("flex flex-col gap-1.5", className)}>
      <div className="flex items-baseline justify-between gap-4 text-[0.8125rem]">
        <span className="min-w-0 truncate font-medium">{label}</span>
        <span className="shrink-0 text-muted-foreground tabular-nums">{figures}</span>
      </div>
      <RadixProgress.Root
        aria-label={label}
        value={isMaxKnown ? Math.min(value, max) : null}
        max={isMaxKnown ? max : 100}
        getValueLabel={() => figures}
        className="h-1.5 overflow-hidden rounded-full bg-secondary"
      >
        <RadixProgress.Indicator
          className={cn(
            "h-full rounded-full bg-primary transition-[width] duration-300",
            !isMaxKnown && "w-1/3 animate-pulse",
          )}
          style={isMaxKnown ? { width: `${(Math.min(value, max) / max) * 100}%` } : undefined}
        />
      </RadixProgress.Root>
      {detail && <p className="text-muted-foreground text-xs">{detail}</p>}
    </div>
  );
}
