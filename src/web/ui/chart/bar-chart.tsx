import { type PointerEvent, useState } from "react";
import { cn } from "../cn.ts";

/** The minimum height of a bar, in percent of the highest bar, so that a value of zero is visible. */
const MIN_PERCENT = 5;
/** The height of the highest bar as a fraction of the chart: the space above it is for the value label. */
const MAX_BAR_HEIGHT = 0.7;

/** The height of a bar in percent of the chart. */
export const barHeight = (value: number, highest: number): number =>
  Math.max(MIN_PERCENT, highest > 0 ? (value / highest) * 100 : 0) * MAX_BAR_HEIGHT;

export type Bar = {
  /** Short, for the axis. */
  label: string;
  /** In full, for the value label and the table. */
  title: string;
  value: number;
  /** It has no value yet: nothing is drawn. */
  isToCome?: boolean;
};

type BarChartProps = {
  /** The accessible name: what is counted in which period. */
  label: string;
  bars: readonly Bar[];
  /** Label every nth bar. */
  labelEvery: number;
};

const textOf = ({ title, value, isToCome }: Bar): string =>
  `${title}: ${isToCome ? "nog niet bekend" : value.toLocaleString("nl-NL")}`;

/** A bar chart with one tab stop: the arrow keys move from bar to bar, and the value of the bar is shown and announced. */
export function BarChart({ label, bars, labelEvery }: BarChartProps) {
  const last = bars.length - 1;
  const [hoveredIndex, setHoveredIndex] = useState<number | null>(null);
  const [hasFocus, setHasFocus] = useState(false);
  const [focusedIndex, setFocusedIndex] = useState(last);
  const activeIndex = hoveredIndex ?? (hasFocus ? Math.min(focusedIndex, last) : null);
  const activeBar = activeIndex === null ? undefined : bars[activeIndex];

  // The whole column is the hover target: a low bar is hard to hit.
  const hoverColumn = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * bars.length);
    setHoveredIndex(Math.max(0, Math.min(index, last)));
  };
  return (
    <figure aria-label={label} className="flex flex-col gap-1">
      <div
        className="relative h-44 print:h-16"
        onPointerMove={hoverColumn}
        onPointerDown={hoverColumn}
        onPointerLeave={() => setHoveredIndex(null)}
      >
        <Scale highest={highestOf(bars)} />
        <Bars bars={bars} activeIndex={activeIndex} />
        <input
          type="range"
          aria-label="Staaf"
          aria-valuetext={textOf(bars[Math.min(focusedIndex, last)] ?? { title: "", label: "", value: 0 })}
          min={0}
          max={Math.max(last, 0)}
          value={Math.min(focusedIndex, last)}
          onChange={({ target }) => setFocusedIndex(Number(target.value))}
          onFocus={() => setHasFocus(true)}
          onBlur={() => setHasFocus(false)}
          className="pointer-events-none absolute inset-0 size-full appearance-none rounded-sm bg-transparent [&::-moz-range-thumb]:opacity-0 [&::-webkit-slider-thumb]:opacity-0"
        />
        {activeBar && activeIndex !== null && (
          <ValueLabel text={textOf(activeBar)} at={(activeIndex + 0.5) / bars.length} />
        )}
      </div>
      <Labels bars={bars} every={labelEvery} />
    </figure>
  );
}

const highestOf = (bars: readonly Bar[]): number => Math.max(0, ...bars.map(({ value }) => value));

/** The gap between bars as a fraction of the width of a column. */
const GAP = 0.22;

function Bars({ bars, activeIndex }: { bars: readonly Bar[]; activeIndex: number | null }) {
  const highest = highestOf(bars);
  const width = 100 / Math.max(bars.length, 1);
  return (
    <svg aria-hidden width="100%" height="100%" className="absolute inset-0">
      {bars.map(({ title, value, isToCome }, index) => {
        if (isToCome) return null;
        const height = barHeight(value, highest);
        return (
          <rect
            key={title}
            data-bar={value}
            x={`${(index + GAP / 2) * width}%`}
            y={`${100 - height}%`}
            width={`${(1 - GAP) * width}%`}
            height={`${height}%`}
            rx="2"
            className={fillOf(value, index === activeIndex)}
          />
        );
      })}
    </svg>
  );
}

/** A bar of zero is grey, so that its minimum height is not taken for a value. */
const fillOf = (value: number, isActive: boolean): string => {
  if (value === 0) return isActive ? "fill-input" : "fill-border";
  return cn("fill-primary", isActive && "brightness-75 dark:brightness-125");
};

/** A line at the height of the highest bar, with its value. */
const Scale = ({ highest }: { highest: number }) => (
  <div aria-hidden className="pointer-events-none absolute inset-0 text-[0.6875rem] text-muted-foreground tabular-nums">
    <div className="absolute inset-x-0 bottom-0 border-b" />
    <span className="absolute right-full bottom-0 mr-1 translate-y-1/2">0</span>
    {highest > 0 && (
      <div className="absolute inset-x-0 bottom-[70%] border-b border-dashed">
        <span className="absolute bottom-0.5 left-0">{highest.toLocaleString("nl-NL")}</span>
      </div>
    )}
  </div>
);

const ValueLabel = ({ text, at }: { text: string; at: number }) => (
  <div
    aria-hidden
    data-value
    className="pointer-events-none absolute top-0 z-10 whitespace-nowrap rounded-sm bg-foreground px-2 py-1 text-background text-xs tabular-nums shadow-md print:hidden"
    // Shifted towards the middle, so that it stays inside the chart.
    style={{ left: `${at * 100}%`, translate: `${-at * 100}% 0` }}
  >
    {text}
  </div>
);

const Labels = ({ bars, every }: { bars: readonly Bar[]; every: number }) => (
  <div aria-hidden className="relative h-4 text-[0.6875rem] text-muted-foreground tabular-nums">
    {bars.map(
      ({ label, title }, index) =>
        index % every === 0 && (
          <span
            key={title}
            className="-translate-x-1/2 absolute"
            style={{ left: `${((index + 0.5) / bars.length) * 100}%` }}
          >
            {label}
          </span>
        ),
    )}
  </div>
);
