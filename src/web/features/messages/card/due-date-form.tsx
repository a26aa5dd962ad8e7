import { type FormEvent, useState } from "react";
import { DATE_HAS_PASSED } from "#contract/queue.ts";
import { fromWallClock, isPastMoment, toWallClock, useToday } from "#lib/dates/dates.ts";
import { Button } from "#ui/button/button.tsx";
import { DateTimePicker } from "#ui/date/date-picker.tsx";
import { Field } from "#ui/field/field.tsx";

export type DueDateProps = { header: string; due: string | null; onChange: (at: string) => void };

/** Mounted again each time the popover opens, so that it starts with the date of that moment. */
export function DueDateForm({ header, due, onChange }: DueDateProps) {
  const [dateTime, setDateTime] = useState(() => toWallClock(due));
  const [problem, setProblem] = useState<string | undefined>();
  const today = useToday();
  const choose = (chosen: string | null) => {
    setDateTime(chosen);
    setProblem(undefined);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!dateTime) return;
    const at = fromWallClock(dateTime);
    if (isPastMoment(at)) return setProblem(DATE_HAS_PASSED);
    onChange(at);
  };
  return (
    <form onSubmit={save} className="flex flex-col gap-3">
      <Field label={`${header} versturen op`} error={problem && <span role="alert">{problem}</span>}>
        <DateTimePicker value={dateTime} onValueChange={choose} min={today} />
      </Field>
      <Button type="submit" size="sm" disabled={!dateTime} className="self-end">
        Datum opslaan
      </Button>
    </form>
  );
}
