import { useId, useState } from "react";
import { cn } from "./cn.ts";
import { DatePicker, type DatePickerProps } from "./date-picker.tsx";
import { parseTime } from "./date-text.ts";
import { Input } from "./input.tsx";

type DateTimePickerProps = Omit<DatePickerProps, "value" | "onValueChange"> & {
  /** What the wall clock shows, "2026-11-14T09:30". */
  value: string | null;
  onValueChange: (moment: string | null) => void;
  /** The time a newly chosen day gets. */
  defaultTime?: string;
};

/** A day and a time of day, for when something is due. */
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
      // A name of its own: the field's label goes with the day.
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
