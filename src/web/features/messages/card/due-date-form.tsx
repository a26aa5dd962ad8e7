import { type FormEvent, useState } from "react";
import { fromWallClock, toWallClock, useToday } from "#lib/dates/dates.ts";
import { Button } from "#ui/button/button.tsx";
import { DateTimePicker } from "#ui/date/date-picker.tsx";
import { Field } from "#ui/field/field.tsx";

export type DueDateProps = { header: string; due: string | null; onChange: (at: string) => void };

/** Mounted only while the popover is open, so that a refetch does not overwrite what is being typed. */
export function DueDateForm({ header, due, onChange }: DueDateProps) {
  const [dateTime, setDateTime] = useState(() => toWallClock(due));
  const today = useToday();
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (dateTime) onChange(fromWallClock(dateTime));
  };
  return (
    <form onSubmit={save} className="flex flex-col gap-3">
      <Field label={`${header} versturen op`}>
        <DateTimePicker value={dateTime} onValueChange={setDateTime} min={today} />
      </Field>
      <Button type="submit" size="sm" disabled={!dateTime} className="self-end">
        Datum opslaan
      </Button>
    </form>
  );
}
