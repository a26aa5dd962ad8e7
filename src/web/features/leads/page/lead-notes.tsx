import { Pencil, StickyNote, Trash2 } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { LeadNote } from "#contract/lead-details.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { useStoredText } from "#lib/forms/stored-text.ts";
import { focusAfterSaving, keepFocus } from "#lib/lists/keep-focus.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { Kbd } from "#ui/content/badge.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { Textarea } from "#ui/field/input.tsx";
import { useNoteKey, useNotes, useRemoveNote, useSaveNote } from "./lead-details.api.ts";

type NoteFormProps = { leadId: string; note?: LeadNote; onDone?: () => void };

function NoteForm({ leadId, note, onDone }: NoteFormProps) {
  const [text, setText, clear] = useStoredText(useNoteKey(leadId)(note?.id), note?.text ?? "");
  const save = useSaveNote(leadId);
  const field = useRef<HTMLTextAreaElement>(null);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() === "" || save.isPending) return;
    save.mutate(
      { ...(note ? { noteId: note.id } : {}), text },
      {
        onSuccess: () => {
          clear();
          if (onDone) onDone();
          else focusAfterSaving(field.current);
        },
      },
    );
  };
  const submitOnCtrlEnter = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <Textarea
        ref={field}
        // The user has just clicked the button that opened it.
        autoFocus={note !== undefined}
        aria-label={note ? "Notitie wijzigen" : "Nieuwe notitie"}
        placeholder="Wat moeten je collega's weten?"
        rows={2}
        maxLength={10_000}
        readOnly={save.isPending}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={submitOnCtrlEnter}
      />
      <div className="flex items-center justify-end gap-2">
        {onDone && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              clear();
              onDone();
            }}
          >
            Annuleren
          </Button>
        )}
        <Button type="submit" size="sm" disabled={text.trim() === ""} busy={save.isPending} busyLabel="Opslaan...">
          {note ? "Opslaan" : "Notitie toevoegen"}
          <Kbd className="border-0 bg-transparent px-0 text-current max-sm:hidden">Ctrl ↵</Kbd>
        </Button>
      </div>
    </form>
  );
}

function Note({ leadId, note }: { leadId: string; note: LeadNote }) {
  const [isEditing, setIsEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const closeForm = () => {
    // Renders the button at once, so that it can take the focus.
    flushSync(() => setIsEditing(false));
    if (document.activeElement === document.body) editButton.current?.focus();
  };
  const confirm = useConfirm();
  const remove = useRemoveNote(leadId);
  const askAndRemove = async () => {
    const confirmed = await confirm({
      title: "Notitie verwijderen?",
      text: "Dit kan niet ongedaan worden gemaakt.",
      confirmLabel: "Verwijderen",
      tone: "destructive",
    });
    if (confirmed) remove.mutate(note.id);
  };
  return (
    <li className="rounded-md border bg-card p-3">
      <div className="mb-1 flex items-center gap-2 text-muted-foreground text-xs">
        <span className="font-medium text-foreground">{note.author}</span>
        <time dateTime={note.createdAt}>{formatDateTime(note.createdAt)}</time>
        {note.mayChange && !isEditing && (
          <span className="ml-auto flex">
            <Button
              ref={editButton}
              variant="ghost"
              size="icon"
              aria-label="Notitie wijzigen"
              onClick={() => setIsEditing(true)}
            >
              <Pencil />
            </Button>
            <Button variant="ghost" size="icon" aria-label="Notitie verwijderen" onClick={() => void askAndRemove()}>
              <Trash2 />
            </Button>
          </span>
        )}
      </div>
      {isEditing ? (
        <NoteForm leadId={leadId} note={note} onDone={closeForm} />
      ) : (
        <p className="whitespace-pre-wrap break-words">{note.text}</p>
      )}
    </li>
  );
}

export function LeadNotes({ leadId }: { leadId: string }) {
  const notes = useNotes(leadId);
  return (
    <div className="flex flex-col gap-4">
      <NoteForm leadId={leadId} />
      <div ref={keepFocus} tabIndex={-1}>
        <QueryStates query={notes} errorTitle="De notities konden niet worden geladen" skeleton={<LinesSkeleton />}>
          {(found) =>
            found.length === 0 ? (
              <Empty icon={StickyNote} title="Nog geen notities" text="Wat je hier schrijft, zien al je collega's." />
            ) : (
              <ul aria-label="Notities" className="flex flex-col gap-2">
                {found.map((note) => (
                  <Note key={note.id} leadId={leadId} note={note} />
                ))}
              </ul>
            )
          }
        </QueryStates>
      </div>
    </div>
  );
}
