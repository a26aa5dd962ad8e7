import type { FormEvent, RefObject } from "react";
import { EMPTY_PROMPT, type Prompt } from "#contract/prompts.ts";
import { Button } from "#ui/button.tsx";
import { DialogFooter } from "#ui/dialog.tsx";
import { DialogClose } from "#ui/dialog-state.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { TextConflict } from "#ui/text-conflict.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { showToast } from "#ui/toast.tsx";
import { nameOf } from "./prompt-card.tsx";
import { useSavePrompt } from "./prompts.api.ts";

/** The text somebody is typing, and how it stands to what is stored. */
export type PromptDraft = {
  text: string;
  /** The one it was made on. */
  version: number;
  inConflict: boolean;
  type: (text: string) => void;
  keepMine: () => void;
  takeTheirs: () => void;
};

type PromptFormProps = {
  prompt: Prompt;
  draft: PromptDraft;
  field: RefObject<HTMLTextAreaElement | null>;
  onSaved: () => void;
};

export function PromptForm({ prompt, draft, field, onSaved }: PromptFormProps) {
  const save = useSavePrompt();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.text.trim() === "") {
      return showToast({ title: "Validatiefout", description: EMPTY_PROMPT, tone: "destructive" });
    }
    if (save.isPending) return;
    save.mutate({ id: prompt.id, prompt: draft.text, version: draft.version }, { onSuccess: onSaved });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Naam">
          <Input readOnly value={nameOf(prompt)} />
        </Field>
        <Field label="Account Manager">
          <Input readOnly value={prompt.accountManager ?? ""} />
        </Field>
      </div>
      <Field label="Prompt Tekst" required>
        <Textarea ref={field} rows={12} value={draft.text} onChange={(event) => draft.type(event.target.value)} />
      </Field>
      {draft.inConflict && (
        <TextConflict
          who={prompt.changedBy ?? "Iemand anders"}
          theirs={prompt.prompt}
          onKeepMine={draft.keepMine}
          onTakeTheirs={draft.takeTheirs}
        />
      )}
      {prompt.sync === "conflict" && <AirtableConflict />}
      <DialogFooter>
        <DialogClose>
          <Button variant="outline">Annuleren</Button>
        </DialogClose>
        <Button type="submit" busy={save.isPending} busyLabel="Opslaan...">
          Save
        </Button>
      </DialogFooter>
    </form>
  );
}

const AirtableConflict = () => (
  <p role="note" className="rounded-sm bg-warning-soft px-3 py-2 text-sm text-warning">
    Deze prompt is ook in Airtable gewijzigd. Een beheerder kiest bij Bedrijf Beheer welke van de twee blijft; tot dan
    staat hier de tekst van hier.
  </p>
);
