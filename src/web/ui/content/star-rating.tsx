import type { ComponentProps } from "react";
import { cn } from "../cn.ts";

const MAX = 10;
const UNIT = 24;
const STARS = Array.from(
  { length: MAX },
  (_, index) => `M${12 + index * UNIT} 2.5l2.9 6 6.6.9-4.8 4.6 1.2 6.5-5.9-3.2-5.9 3.2 1.2-6.5-4.8-4.6 6.6-.9z`,
).join("");

type StarRatingProps = { value: number | null | undefined; className?: string };

const accessibleText = (value: number | null | undefined) =>
  value === null || value === undefined ? "Nog geen rating" : `${formatValue(value)} van ${MAX}`;
const formatValue = (value: number) => value.toLocaleString("nl-NL", { maximumFractionDigits: 1 });

export const StarRating = ({ value, className }: StarRatingProps) => (
  <span
    role="img"
    aria-label={accessibleText(value)}
    className={cn("inline-flex items-center gap-1.5 align-middle", className)}
  >
    <Stars value={value ?? 0} />
    <span aria-hidden className="text-muted-foreground text-xs tabular-nums">
      {value === null || value === undefined ? "–" : `${formatValue(value)}/${MAX}`}
    </span>
  </span>
);

/** For a row of a table: "9 ★". */
export const CompactRating = ({ value, className }: StarRatingProps) => (
  <span
    role="img"
    aria-label={accessibleText(value)}
    className={cn("inline-flex items-center gap-1 tabular-nums", className)}
  >
    {value === null || value === undefined ? (
      <span aria-hidden className="text-muted-foreground">
        –
      </span>
    ) : (
      <>
        <span aria-hidden>{formatValue(value)}</span>
        <span aria-hidden className="text-star">
          ★
        </span>
      </>
    )}
  </span>
);

type StarRatingButtonProps = Omit<ComponentProps<"button">, "value" | "children"> & {
  value: number | null | undefined;
  /** Its accessible name: "Open onderzoeksrapport". */
  action: string;
  /** On a phone "9 ★" instead of ten stars. */
  isShortOnPhone?: boolean;
};

export const StarRatingButton = ({
  value,
  action,
  isShortOnPhone = false,
  className,
  ...props
}: StarRatingButtonProps) => (
  <button
    type="button"
    aria-label={`${accessibleText(value)}, ${action}`}
    className={cn(
      "-mx-1.5 inline-flex h-7 cursor-pointer items-center rounded-sm px-1.5 hover:bg-accent disabled:cursor-default disabled:hover:bg-transparent",
      className,
    )}
    {...props}
  >
    <StarRating value={value} className={cn(isShortOnPhone && "max-sm:hidden")} />
    {isShortOnPhone && <CompactRating value={value} className="sm:hidden" />}
  </button>
);

/** One path with ten stars, drawn twice: grey, and above it yellow, clipped to the value. Twenty icons per row would be slow. */
function Stars({ value }: { value: number }) {
  const share = Math.max(0, Math.min(value / MAX, 1)) * 100;
  return (
    <span aria-hidden className="relative inline-block">
      <StarRow className="text-star-empty" />
      <StarRow className="absolute inset-0 text-star" clip={`inset(0 ${100 - share}% 0 0)`} />
    </span>
  );
}

const StarRow = ({ className, clip }: { className: string; clip?: string }) => (
  <svg
    aria-hidden
    viewBox={`0 0 ${MAX * UNIT} ${UNIT}`}
    className={cn("block h-3.5 w-auto fill-current", className)}
    style={{ clipPath: clip }}
  >
    <path d={STARS} />
  </svg>
);
