import { CalendarDays } from "lucide-react";
import {
  type ChangeEvent,
  type KeyboardEvent,
  type RefObject,
  Suspense,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
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
  /** Whether it may not be emptied. */
  required?: boolean;
  id?: string;
  "aria-label"?: string;
  disabled?: boolean;
  className?: string;
};

type TypedInput = {
  /** The value as text. */
  shown: string;
  findProblem: (text: string) => string | null;
  apply: (text: string) => void;
  /** The side of the input with which its problem is aligned. */
  side: "left-0" | "right-0";
};

/** Before React's own handler, which must see the applied value or nothing at all. */
function useCommitBeforeSubmit(input: RefObject<HTMLInputElement | null>, isTyped: boolean, commit: () => boolean) {
  useLayoutEffect(() => {
    const form = input.current?.form;
    if (!isTyped || !form) return;
    const commitBeforeSubmit = (event: Event) => {
      if (flushSync(commit)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      input.current?.focus();
    };
    form.addEventListener("submit", commitBeforeSubmit, { capture: true });
    return () => form.removeEventListener("submit", commitBeforeSubmit, { capture: true });
  });
}

/**
 * Text that is applied on Enter, on blur and when the form around it is submitted. While it is not valid it stays in the
 * input with its problem and the form cannot be submitted: it would save the value that the text was meant to replace.
 */
function useTypedInput({ shown, findProblem, apply, side }: TypedInput) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [shownBefore, setShownBefore] = useState(shown);
  const problemId = useId();

  const applyTypedText = (text: string | null) => {
    setTyped(text);
    setProblem(null);
  };
  // The value was changed from outside the text field, for example in the calendar: discard what was typed.
  if (shown !== shownBefore) {
    setShownBefore(shown);
    applyTypedText(null);
  }
  const commit = (): boolean => {
    if (typed === null) return true;
    const found = findProblem(typed);
    setProblem(found);
    if (found) return false;
    setTyped(null);
    apply(typed);
    return true;
  };
  useCommitBeforeSubmit(input, typed !== null, commit);
  return {
    applyTypedText,
    commit,
    inputProps: {
      ref: input,
      value: typed ?? shown,
      "aria-invalid": problem !== null || undefined,
      "aria-describedby": problem ? problemId : undefined,
      onChange: (event: ChangeEvent<HTMLInputElement>) => applyTypedText(event.target.value),
      onBlur: () => void commit(),
    },
    // Floats, so that what is below does not move.
    problemElement: problem && (
      <p
        id={problemId}
        role="alert"
        className={cn(
          "absolute top-full z-30 mt-1 w-max max-w-60 rounded-sm border bg-popover px-2 py-1 text-danger text-xs shadow-md",
          side,
        )}
      >
        {problem}
      </p>
    ),
  };
}

/** Typed as dd-mm-jjjj or chosen from the calendar. */
export function DatePicker({
  value,
  onValueChange,
  min,
  max,
  required = false,
  className,
  disabled,
  ...input
}: DatePickerProps) {
  const [open, setOpen] = useState(false);
  usePreload(Calendar.preload);
  const { applyTypedText, commit, inputProps, problemElement } = useTypedInput({
    shown: formatDay(value),
    findProblem: (text) => (text.trim() === "" && !required ? null : findDayProblem(parseDay(text), min, max)),
    apply: (text) => {
      const day = parseDay(text);
      if (day !== value) onValueChange(day);
    },
    side: "left-0",
  });
  const commitOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    commit();
  };
  const choose = (day: string) => {
    applyTypedText(null);
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
          {...inputProps}
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
      {problemElement}
    </div>
  );
}

function findDayProblem(day: string | null, min: string | undefined, max: string | undefined): string | null {
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
  const { commit, inputProps, problemElement } = useTypedInput({
    shown: value,
    findProblem: (text) => (parseTime(text) === null ? "Geef een tijd als uu:mm." : null),
    apply: (text) => {
      const time = parseTime(text);
      if (time && time !== value) onValueChange(time);
    },
    side: "right-0",
  });
  return (
    <div className="relative w-20">
      <Input
        // Its own id and name: the label of the field belongs to the day.
        id={useId()}
        aria-label="Tijd"
        disabled={disabled}
        inputMode="numeric"
        placeholder="uu:mm"
        {...inputProps}
        onKeyDown={(event) => event.key === "Enter" && commit()}
        className="text-center tabular-nums"
      />
      {problemElement}
    </div>
  );
}
