import { ChevronLeft, ChevronRight } from "lucide-react";
import { DayPicker } from "react-day-picker";
import { nl } from "react-day-picker/locale/nl";
import { cn } from "../cn.ts";
import { dayToDate, isoDay } from "./date-text.ts";

type CalendarProps = {
  value: string | null;
  onSelect: (day: string) => void;
  min?: string | undefined;
  max?: string | undefined;
};

const navButton =
  "grid size-8 cursor-pointer place-items-center rounded-sm text-muted-foreground hover:bg-accent hover:text-foreground aria-disabled:pointer-events-none aria-disabled:opacity-40";

const classNames = {
  root: "relative w-fit",
  month_caption: "flex h-8 items-center justify-center font-medium capitalize",
  nav: "absolute inset-x-0 top-0 z-10 flex justify-between",
  button_previous: navButton,
  button_next: navButton,
  month_grid: "mt-2 border-collapse tabular-nums",
  weekday: "size-9 font-normal text-muted-foreground text-xs lowercase",
  day: "group/day p-0 text-center",
  day_button: cn(
    "grid size-9 cursor-pointer place-items-center rounded-sm hover:bg-accent focus-visible:-outline-offset-2",
    "group-data-today/day:font-semibold group-data-today/day:text-link group-data-outside/day:text-muted-foreground",
    "group-data-selected/day:bg-primary group-data-selected/day:text-primary-foreground!",
    "disabled:pointer-events-none disabled:opacity-40",
  ),
};

export function Calendar({ value, onSelect, min, max }: CalendarProps) {
  const selected = dayToDate(value);
  const first = dayToDate(min);
  const last = dayToDate(max);
  return (
    <DayPicker
      mode="single"
      locale={nl}
      weekStartsOn={1}
      showOutsideDays
      autoFocus
      required
      selected={selected}
      {...(selected ? { defaultMonth: selected } : {})}
      onSelect={(date) => onSelect(isoDay(date))}
      disabled={[...(first ? [{ before: first }] : []), ...(last ? [{ after: last }] : [])]}
      classNames={classNames}
      components={{ Chevron }}
    />
  );
}

const Chevron = ({ orientation }: { orientation?: "up" | "down" | "left" | "right" }) => {
  const Icon = orientation === "left" ? ChevronLeft : ChevronRight;
  return <Icon aria-hidden className="size-4" />;
};
