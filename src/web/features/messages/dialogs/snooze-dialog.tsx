import { type FormEvent, type KeyboardEvent, type RefObject, useRef, useState } from "react";
import type { Message } from "#contract/messages.ts";
import { TYPING } from "#lib/browser/shortcuts.ts";
import { formatLongDate, useToday } from "#lib/dates/dates.ts";
import { Button } from "#ui/button/button.tsx";
import { Kbd } from "#ui/content/badge.tsx";
import { DatePicker } from "#ui/date/date-picker.tsx";
import { DialogClose, DialogFooter } from "#ui/dialog/dialog.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { Field } from "#ui/field/field.tsx";
import type { ActionOutcome, SingleMessageAction } from "../actions/message-action.ts";
import { useSubmit } from "./dialog-form.ts";

const addDays = (day: string, days: number): string => {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

const daysUntilMonday = (day: string): number => (8 - new Date(`${day}T12:00:00Z`).getUTCDay()) % 7 || 7;

type SnoozeDialogProps = {
  open: boolean;
  message: Message;
  onClose: () => void;
  onSnooze: (action: SingleMessageAction) => Promise<ActionOutcome>;
};

export function SnoozeDialog({ open, message, onClose, onSnooze }: SnoozeDialogProps) {
  // A digit chooses a day: in the date field it would be typed.
  const submitButton = useRef<HTMLButtonElement>(null);
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Uitstellen"
      description={`Het bericht aan ${message.contactName} komt op de gekozen dag terug bij Te beoordelen.`}
      size="sm"
      firstFocus={submitButton}
    >
      <SnoozeForm message={message} onSnooze={onSnooze} submitButton={submitButton} />
    </FormDialog>
  );
}

type SnoozeFormProps = Pick<SnoozeDialogProps, "message" | "onSnooze"> & {
  submitButton: RefObject<HTMLButtonElement | null>;
};

function SnoozeForm({ message, onSnooze, submitButton }: SnoozeFormProps) {
  const today = useToday();
  const tomorrow = addDays(today, 1);
  const [until, setUntil] = useState<string | null>(tomorrow);
  const [choices, setChoices] = useState(0);
  const { busy, submit } = useSubmit(onSnooze);
  const choose = (day: string) => {
    setUntil(day);
    setChoices(choices + 1);
  };
  const presets = [
    { label: "Morgen", day: tomorrow },
    { label: "Over drie dagen", day: addDays(today, 3) },
    { label: "Volgende week maandag", day: addDays(today, daysUntilMonday(today)) },
    { label: "Over een maand", day: addDays(today, 30) },
  ];
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (until) void submit({ kind: "snooze", message, until });
  };
  const chooseNth = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event;
    // React also reports keys pressed in the calendar, which is outside of the form.
    if (!(target instanceof Element) || !event.currentTarget.contains(target) || target.closest(TYPING)) return;
    const nth = presets[Number(event.key) - 1];
    if (nth && !event.ctrlKey && !event.metaKey && !event.altKey) choose(nth.day);
  };
  return (
    <form onSubmit={save} onKeyDown={chooseNth} className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        {presets.map(({ label, day }, index) => (
          <Button
            key={label}
            variant={day === until ? "secondary" : "outline"}
            size="sm"
            aria-pressed={day === until}
            onClick={() => choose(day)}
          >
            {label}
            {/* By its style: the text of the button is that of the choice. */}
            <Kbd aria-hidden data-digit={index + 1} className="before:content-[attr(data-digit)] max-sm:hidden" />
          </Button>
        ))}
      </div>
      <Field label="Tot" hint={until ? formatLongDate(`${until}T12:00:00Z`) : undefined}>
        {/* A new one for each choice: the day may be the one it had, with another text typed in it. */}
        <DatePicker key={choices} value={until} onValueChange={setUntil} min={tomorrow} />
      </Field>
      <DialogFooter>
        <DialogClose>
          <Button variant="outline">Annuleren</Button>
        </DialogClose>
        <Button ref={submitButton} type="submit" disabled={!until} busy={busy} busyLabel="Uitstellen...">
          Uitstellen
        </Button>
      </DialogFooter>
    </form>
  );
}
