import { CalendarClock } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { DueKey } from "#contract/message-text.ts";
import type { Message } from "#contract/messages.ts";
import { formatDateTime } from "#lib/dates.ts";
import { useToday } from "#lib/today.ts";
import { fromWallClock, toWallClock } from "#lib/wall-clock.ts";
import { Button } from "#ui/button.tsx";
import { DateTimePicker } from "#ui/date-time-picker.tsx";
import { Field } from "#ui/field.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#ui/popover.tsx";
import type { OnIntent } from "./card-intent.ts";

type SectionDueProps = {
  message: Message;
  header: string;
  /** Parts without one are sent by the company's cadence, and cannot be moved. */
  dueKey: DueKey | undefined;
  onIntent: OnIntent;
};

/** When a part goes out, and the way to change that. */
export function SectionDue({ message, header, dueKey, onIntent }: SectionDueProps) {
  if (!dueKey) return <p className={dueStyle}>Volgens het verzendritme</p>;
  const due = message.dateDueBySection[dueKey];
  return (
    <div className={dueStyle}>
      {due ? <time dateTime={due}>{formatDateTime(due)}</time> : <span>Nog geen datum</span>}
      <DueChange
        header={header}
        due={due ?? null}
        onChange={(at) => onIntent({ want: "reschedule", message, dueKey, header, at })}
      />
    </div>
  );
}

const dueStyle = "flex items-center gap-1 text-muted-foreground text-xs tabular-nums";

type DueChangeProps = { header: string; due: string | null; onChange: (at: string) => void };

function DueChange({ header, due, onChange }: DueChangeProps) {
  const [open, setOpen] = useState(false);
  const change = (at: string) => {
    setOpen(false);
    if (at !== due) onChange(at);
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Datum van ${header} wijzigen`}
          className="size-7 text-muted-foreground"
        >
          <CalendarClock className="size-3.5" />
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={`Datum van ${header} wijzigen`} className="w-80 p-4">
        <DueForm header={header} due={due} onChange={change} />
      </PopoverContent>
    </Popover>
  );
}

/** Lives only while it is open: what is typed in it does not change when the message does. */
function DueForm({ header, due, onChange }: DueChangeProps) {
  const [moment, setMoment] = useState(() => toWallClock(due));
  const today = useToday();
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (moment) onChange(fromWallClock(moment));
  };
  return (
    <form onSubmit={save} className="flex flex-col gap-3">
      <Field label={`${header} versturen op`}>
        <DateTimePicker value={moment} onValueChange={setMoment} min={today} />
      </Field>
      <Button type="submit" size="sm" disabled={!moment} className="self-end">
        Datum opslaan
      </Button>
    </form>
  );
}
