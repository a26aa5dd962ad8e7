import { CalendarDays } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Calendar } from "./calendar.tsx";
import { cn } from "./cn.ts";
import { formatDay, parseDay } from "./date-text.ts";
import { InlineButton } from "./inline-button.tsx";
import { Input } from "./input.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "./popover.tsx";

export type DatePickerProps = {
  /** A day of the calendar, "2026-11-14". */
  value: string | null;
  onValueChange: (day: string | null) => void;
  min?: string;
  max?: string;
  id?: string;
  "aria-label"?: string;
  disabled?: boolean;
  className?: string;
};

/** Typed as dd-mm-jjjj or chosen from the calendar; what is typed counts on Enter or on leaving the field. */
export function DatePicker({ value, onValueChange, min, max, className, disabled, ...input }: DatePickerProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const outside = (day: string) => (min !== undefined && day < min) || (max !== undefined && day > max);

  const commit = () => {
    if (typed === null) return;
    const day = parseDay(typed);
    if (typed.trim() !== "" && (!day || outside(day))) return;
    setTyped(null);
    if (day !== value) onValueChange(day);
  };
  const commitOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    commit();
  };
  const choose = (day: string) => {
    setTyped(null);
    setOpen(false);
    onValueChange(day);
  };
  const unreadable = typed !== null && typed.trim() !== "" && typed.length >= 8 && !parseDay(typed);
  return (
    <div className={cn("relative", className)}>
      <Input
        {...input}
        disabled={disabled}
        inputMode="numeric"
        placeholder="dd-mm-jjjj"
        value={typed ?? formatDay(value)}
        aria-invalid={unreadable || undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={commitOnEnter}
        className="pr-10 tabular-nums"
      />
      <Popover open={open} onOpenChange={setOpen}>
        <PopoverTrigger asChild>
          <InlineButton label="Open kalender" disabled={disabled} className="right-1">
            <CalendarDays />
          </InlineButton>
        </PopoverTrigger>
        <PopoverContent align="end" aria-label="Kalender" className="w-auto p-3">
          <Calendar value={value} onSelect={choose} min={min} max={max} />
        </PopoverContent>
      </Popover>
    </div>
  );
}
