import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { type Meeting, meetingsRoutes } from "#contract/meetings.ts";
import { MAX_TRANSCRIPT_LENGTH, writerRoutes } from "#contract/writer.ts";
import { call } from "#lib/api/api.ts";
import { refreshQueries } from "#lib/api/company-events.ts";
import { showError } from "#lib/api/show-error.ts";
import { KeptDraftNotice } from "#lib/forms/kept-draft-notice.tsx";
import { useDraft } from "#lib/forms/use-draft.ts";
import { type OnDirty, useDraftGuard } from "#lib/forms/use-draft-guard.ts";
import { Button } from "#ui/button/button.tsx";
import { DialogClose, DialogFooter } from "#ui/dialog/dialog.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { Field, useFieldControl } from "#ui/field/field.tsx";
import { Input, Textarea } from "#ui/field/input.tsx";

const MIN_LENGTH = 20;
const TOO_LONG = `Dit transcript is te lang: hooguit ${MAX_TRANSCRIPT_LENGTH.toLocaleString("nl-NL")} tekens.`;
const MAX_FILE_BYTES = 1_500_000;

/** Without the numbers and times of a subtitle file. */
const textOfFile = (text: string): string =>
  text
    .replace(/^\uFEFF?WEBVTT.*$/m, "")
    .split(/\r?\n/)
    .filter((line) => !/^\s*\d+\s*$/.test(line) && !line.includes("-->"))
    .join("\n")
    .trim();

type TranscriptButtonProps = {
  /** Of a card, which may leave the list while the dialog is open. Without it, the button has its own dialog for a new meeting. */
  onOpen?: () => void;
};

/** Lets the built-in writer summarise a transcript. Renders nothing where the company does not use it. */
export function TranscriptButton({ onOpen }: TranscriptButtonProps) {
  const [open, setOpen] = useState(false);
  // The same query as on the review screens.
  const progress = useQuery({
    queryKey: ["messages", "writing"],
    queryFn: ({ signal }) => call(writerRoutes.progress, { signal }),
  });
  if (progress.data?.writer !== "builtin") return null;
  return (
    <>
      <Button variant="outline" size={onOpen ? "sm" : "md"} onClick={onOpen ?? (() => setOpen(true))}>
        <FileUp />
        {onOpen ? "Transcript" : "Meeting uit transcript"}
      </Button>
      {!onOpen && <TranscriptDialog open={open} onClose={() => setOpen(false)} />}
    </>
  );
}

type TranscriptDialogProps = {
  open: boolean;
  /** Without one, a meeting is added first. */
  meeting?: Meeting;
  onClose: () => void;
};

export function TranscriptDialog({ open, meeting, onClose }: TranscriptDialogProps) {
  const { onDirty, requestClose } = useDraftGuard(onClose);
  return (
    <FormDialog open={open} onClose={requestClose} size="lg" title="Transcript samenvatten">
      <TranscriptForm meeting={meeting} onDirty={onDirty} onDone={onClose} />
    </FormDialog>
  );
}

type TranscriptFormProps = {
  meeting: Meeting | undefined;
  onDirty: OnDirty;
  onDone: () => void;
};

/** After a refused transcript, the next attempt is for the same meeting, also on another page: `addedId`. */
const NEW_TRANSCRIPT = { name: "", transcript: "", addedId: "" };

type TranscriptDraft = Pick<ReturnType<typeof useDraft>, "texts" | "setText">;

/** Sends the transcript, of a meeting that is added first if there is none yet. */
function useSummarize(meeting: Meeting | undefined, draft: TranscriptDraft) {
  const client = useQueryClient();
  const { name = "", transcript = "", addedId } = draft.texts;
  return useMutation({
    mutationFn: async () => {
      const known = meeting?.id || addedId;
      const id = known || (await call(meetingsRoutes.add, { body: { meetingName: name.trim() } })).id;
      if (!known) draft.setText("addedId", id);
      return call(writerRoutes.addTranscript, { params: { id }, body: { transcript } });
    },
    onSuccess: ({ message }) => showToast({ title: "Transcript ontvangen", description: message }),
    onError: (error) => showError(error, "Het transcript kon niet worden verwerkt."),
    onSettled: () => refreshQueries(client, [["meetings"]]),
  });
}

function useTranscriptFile(onText: (transcript: string) => void) {
  const [fileError, setFileError] = useState<string>();
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    if (file.size > MAX_FILE_BYTES) return setFileError("Dit bestand is te groot.");
    setFileError(undefined);
    onText(textOfFile(await file.text()));
  };
  return { fileError, readFile };
}

function TranscriptForm({ meeting, onDirty, onDone }: TranscriptFormProps) {
  const draft = useDraft(NEW_TRANSCRIPT, "", `transcript:${meeting?.id ?? "new"}`);
  const { name = "", transcript = "", addedId } = draft.texts;
  const summarize = useSummarize(meeting, draft);
  const { fileError, readFile } = useTranscriptFile((text) => draft.setText("transcript", text));
  const length = transcript.trim().length;
  const isTooLong = length > MAX_TRANSCRIPT_LENGTH;
  const isComplete = length >= MIN_LENGTH && !isTooLong && (meeting !== undefined || name.trim() !== "");
  const isDirty = name !== "" || transcript !== "";
  useEffect(() => onDirty(isDirty ? draft.forget : undefined), [isDirty, draft.forget, onDirty]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const onSuccess = () => {
      draft.forget();
      onDone();
    };
    if (isComplete && !summarize.isPending) summarize.mutate(undefined, { onSuccess });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <KeptDraftNotice kept={draft.kept} />
      {!meeting && (
        <Field label="Titel van de meeting" hint={addedId && "De meeting is toegevoegd, maar nog zonder samenvatting."}>
          <Input
            value={name}
            readOnly={Boolean(addedId)}
            onChange={(event) => draft.setText("name", event.target.value)}
          />
        </Field>
      )}
      <Field label="Bestand (tekst of ondertiteling)" error={fileError}>
        <FileInput accept=".txt,.vtt,.srt,.md,text/plain,text/vtt" onChange={readFile} />
      </Field>
      <Field
        label="Transcript"
        error={isTooLong && TOO_LONG}
        hint="Zinnen met een e-mailadres, telefoonnummer of gevoelige gegevens gaan niet naar het taalmodel. Na de samenvatting wordt het transcript verwijderd."
      >
        <Textarea rows={10} value={transcript} onChange={(event) => draft.setText("transcript", event.target.value)} />
      </Field>
      <DialogFooter>
        <DialogClose>
          <Button variant="outline">Annuleren</Button>
        </DialogClose>
        <Button type="submit" disabled={!isComplete} busy={summarize.isPending} busyLabel="Versturen...">
          Samenvatten
        </Button>
      </DialogFooter>
    </form>
  );
}

type FileInputProps = { accept: string; onChange: (event: ChangeEvent<HTMLInputElement>) => void };

/** The text of the browser's own file field is in the language of the browser. */
function FileInput({ accept, onChange }: FileInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [fileName, setFileName] = useState<string>();
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    setFileName(event.target.files?.[0]?.name);
    onChange(event);
  };
  return (
    <div className="relative flex items-center gap-3">
      <input
        ref={input}
        type="file"
        accept={accept}
        tabIndex={-1}
        className="sr-only"
        onChange={choose}
        {...useFieldControl({})}
      />
      <Button variant="outline" onClick={() => input.current?.click()}>
        Bestand kiezen
      </Button>
      <span className="min-w-0 truncate text-muted-foreground">{fileName ?? "Nog geen bestand gekozen"}</span>
    </div>
  );
}
