import { Plus } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "#ui/button/button.tsx";
import { DatePicker } from "#ui/date/date-picker.tsx";
import { Field } from "#ui/field/field.tsx";
import { Input } from "#ui/field/input.tsx";
import { Select } from "#ui/select/select.tsx";
import { useColleagues } from "../api/colleagues.ts";
import { useStoredText } from "../forms/stored-text.ts";
import { focusAfterSaving } from "../lists/keep-focus.ts";
import { useCurrentUser } from "../session/session.ts";
import { useCreateTask } from "./tasks.api.ts";

const NOBODY = "nobody";
const MAX_LENGTH = 1000;

type TaskFormProps = {
  meetingId?: string;
  leadId?: string;
  /** Texts that a click puts into the form, such as the action items of a meeting. */
  suggestions?: readonly string[];
};

/** The colleagues who can do the task, and always the user. */
function useOwners() {
  const { id: userId, companyId } = useCurrentUser();
  const colleagues = useColleagues(companyId ?? "").data ?? [];
  const active = colleagues.filter(({ isActive }) => isActive);
  const names = active.map(({ id, firstName, lastName, email }) => ({
    value: id,
    label: [firstName, lastName].filter(Boolean).join(" ") || email || "Collega",
  }));
  return names.some(({ value }) => value === userId) ? names : [{ value: userId, label: "Ik" }, ...names];
}

type SuggestionsProps = { suggestions: readonly string[]; onChoose: (suggestion: string) => void };

const Suggestions = ({ suggestions, onChoose }: SuggestionsProps) => (
  <ul aria-label="Actiepunten" className="flex flex-wrap gap-1.5">
    {suggestions.map((suggestion) => (
      <li key={suggestion} className="max-w-full">
        <Button
          variant="outline"
          size="sm"
          className="max-w-full"
          title={suggestion}
          onClick={() => onChoose(suggestion)}
        >
          <Plus />
          <span className="truncate">{suggestion}</span>
        </Button>
      </li>
    ))}
  </ul>
);

/** A new task: what, when and who. The owner is the user unless a colleague or nobody is chosen. */
export function TaskForm({ meetingId, leadId, suggestions = [] }: TaskFormProps) {
  const { id: userId } = useCurrentUser();
  const owners = useOwners();
  // The card of a meeting is unmounted when it is scrolled away.
  const [text, setText, clear] = useStoredText(`task:${userId}:${meetingId ?? leadId ?? ""}`, "");
  const [dueOn, setDueOn] = useState<string | null>(null);
  const [ownerId, setOwnerId] = useState(userId);
  const create = useCreateTask();
  const input = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "" || create.isPending) return;
    const task = { text, dueOn, ownerId: ownerId === NOBODY ? null : ownerId };
    const isSaved = await create.mutateAsync({ ...task, meetingId: meetingId ?? null, leadId: leadId ?? null }).then(
      () => true,
      () => false,
    );
    if (!isSaved) return;
    // While the task is being saved, a user may have chosen the next suggestion.
    clear(text);
    focusAfterSaving(input.current);
  };
  /** Goes behind what the user typed; another suggestion is replaced. */
  const choose = (suggestion: string) => {
    const isTyped = text.trim() !== "" && !suggestions.includes(text);
    setText(isTyped ? `${text.trim()} ${suggestion}`.slice(0, MAX_LENGTH) : suggestion);
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-label="Nieuwe taak" className="flex flex-col gap-2">
      {suggestions.length > 0 && <Suggestions suggestions={suggestions} onChoose={choose} />}
      <div className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_10rem_11rem_auto] sm:items-end">
        <Field label="Taak" labelHidden>
          <Input
            ref={input}
            value={text}
            maxLength={MAX_LENGTH}
            readOnly={create.isPending}
            placeholder="Wat moet er gebeuren?"
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Field label="Datum" labelHidden>
          <DatePicker value={dueOn} onValueChange={setDueOn} />
        </Field>
        <Field label="Voor wie" labelHidden>
          <Select
            options={[...owners, { value: NOBODY, label: "Nog van niemand" }]}
            value={ownerId}
            onValueChange={setOwnerId}
          />
        </Field>
        <Button type="submit" disabled={text.trim() === ""} busy={create.isPending}>
          Toevoegen
        </Button>
      </div>
    </form>
  );
}
