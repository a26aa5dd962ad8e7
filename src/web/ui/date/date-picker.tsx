import { CalendarDays } from "lucide-react";
import { type KeyboardEvent, Suspense, useId, useState } from "react";
import { cn } from "../cn.ts";
import { InlineButton, Input } from "../field/input.tsx";
import { lazyComponent, usePreload } from "../lazy-component.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../overlay/popover.tsx";
import { formatDay, parseDay, parseTime } from "./date-text.ts";

const Calendar = lazyComponent(() => import("./calendar.tsx"), "Calendar");

type DatePickerProps = {
  /** "2026-11-14" */
  value: string | null;
  onValueChange: (day: string | null) => void;
  min?: string;
  max?: string;
  id?: string;
  "aria-label"?: string;
  disabled?: boolean;
  className?: string;
};

/** Typed as dd-mm-jjjj or chosen from the calendar. Typed text is applied on Enter and on blur. */
export function DatePicker({ value, onValueChange, min, max, className, disabled, ...input }: DatePickerProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();
  usePreload(Calendar.preload);

  const type = (text: string | null) => {
    setTyped(text);
    setProblem(null);
  };
  const commit = () => {
    if (typed === null) return;
    const day = parseDay(typed);
    const found = typed.trim() === "" ? null : findProblem(day, min, max);
    if (found) return setProblem(found);
    type(null);
    if (day !== value) onValueChange(day);
  };
  const commitOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    commit();
  };
  const choose = (day: string) => {
    type(null);
    setOpen(false);
    onValueChange(day);
  };
  return (
    <div className={cn("relative min-w-0", className)}>
      <div className="relative">
        <Input
          {...input}
          disabled={disabled}
          inputMode="numeric"
          placeholder="dd-mm-jjjj"
          value={typed ?? formatDay(value)}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem ? problemId : undefined}
          onChange={(event) => type(event.target.value)}
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
            <Suspense fallback={<div className="h-72 w-63" />}>
              <Calendar value={value} onSelect={choose} min={min} max={max} />
            </Suspense>
          </PopoverContent>
        </Popover>
      </div>
      {/* Floats, so that what is below does not move. */}
      {problem && (
        <p
          id={problemId}
          role="alert"
          className="absolute top-full left-0 z-30 mt-1 rounded-sm border bg-popover px-2 py-1 text-danger text-xs shadow-md"
        >
          {problem}
        </p>
      )}
    </div>
  );
}

function findProblem(day: string | null, min: string | undefined, max: string | undefined): string | null {
  if (day === null) return "Geef een datum als dd-mm-jjjj.";
  if (min !== undefined && day < min) return `Niet eerder dan ${formatDay(min)}.`;
  if (max !== undefined && day > max) return `Niet later dan ${formatDay(max)}.`;
  return null;
}

type DateTimePickerProps = Omit<DatePickerProps, "value" | "onValueChange"> & {
  /** Local time, "2026-11-14T09:30". */
  value: string | null;
  onValueChange: (moment: string | null) => void;
  /** The time a newly chosen day gets. */
  defaultTime?: string;
};

export function DateTimePicker({
  value,
  onValueChange,
  defaultTime = "09:00",
  disabled,
  className,
  ...day
}: DateTimePickerProps) {
  const time = value?.slice(11, 16) ?? "";
  const chooseDay = (chosen: string | null) => onValueChange(chosen && `${chosen}T${time || defaultTime}`);
  const chooseTime = (chosen: string) => value && onValueChange(`${value.slice(0, 10)}T${chosen}`);
  return (
    <div className={cn("flex items-start gap-2", className)}>
      <DatePicker
        {...day}
        disabled={disabled}
        value={value?.slice(0, 10) ?? null}
        onValueChange={chooseDay}
        className="flex-1"
      />
      <TimeInput value={time} onValueChange={chooseTime} disabled={disabled || value === null} />
    </div>
  );
}

type TimeInputProps = { value: string; onValueChange: (time: string) => void; disabled: boolean | undefined };

function TimeInput({ value, onValueChange, disabled }: TimeInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const commit = () => {
    const time = typed === null ? null : parseTime(typed);
    setTyped(null);
    if (time && time !== value) onValueChange(time);
  };
  return (
    <Input
      // Its own id and name: the label of the field belongs to the day.
      id={useId()}
      aria-label="Tijd"
      disabled={disabled}
      inputMode="numeric"
      placeholder="uu:mm"
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && commit()}
      className="w-20 text-center tabular-nums"
    />
  );
}
