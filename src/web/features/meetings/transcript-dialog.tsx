import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { type Meeting, meetingsRoutes } from "#contract/meetings.ts";
import { MAX_TRANSCRIPT_LENGTH, writerRoutes } from "#contract/writer.ts";
import { call } from "#lib/api/api.ts";
import { refreshQueries } from "#lib/api/company-events.ts";
import { showError } from "#lib/api/show-error.ts";
import { Button } from "#ui/button/button.tsx";
import { useDiscardGuard } from "#ui/dialog/confirm.tsx";
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
  /** Without one, a meeting is added first. */
  meeting?: Meeting;
};

/** Lets the built-in writer summarise a transcript. Renders nothing where the company does not use it. */
export function TranscriptButton({ meeting }: TranscriptButtonProps) {
  const [open, setOpen] = useState(false);
  const { setDirty, requestClose } = useDiscardGuard(() => setOpen(false));
  // The same query as on the review screens.
  const progress = useQuery({
    queryKey: ["messages", "writing"],
    queryFn: ({ signal }) => call(writerRoutes.progress, { signal }),
  });
  if (progress.data?.writer !== "builtin") return null;
  return (
    <>
      <Button variant="outline" size={meeting ? "sm" : "md"} onClick={() => setOpen(true)}>
        <FileUp />
        {meeting ? "Transcript" : "Meeting uit transcript"}
      </Button>
      <FormDialog open={open} onClose={requestClose} size="lg" title="Transcript samenvatten">
        <TranscriptForm meeting={meeting} onDirty={setDirty} onDone={() => setOpen(false)} />
      </FormDialog>
    </>
  );
}

type TranscriptFormProps = {
  meeting: Meeting | undefined;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
};

function TranscriptForm({ meeting, onDirty, onDone }: TranscriptFormProps) {
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [transcript, setTranscript] = useState("");
  const [fileError, setFileError] = useState<string>();
  // After a refused transcript, the next attempt is for the same meeting.
  const [addedId, setAddedId] = useState<string>();
  const summarize = useMutation({
    mutationFn: async () => {
      const known = meeting?.id ?? addedId;
      const id = known ?? (await call(meetingsRoutes.add, { body: { meetingName: name.trim() } })).id;
      if (known === undefined) setAddedId(id);
      return call(writerRoutes.addTranscript, { params: { id }, body: { transcript } });
    },
    onSuccess: ({ message }) => {
      showToast({ title: "Transcript ontvangen", description: message });
      onDone();
    },
    onError: (error) => showError(error, "Het transcript kon niet worden verwerkt."),
    onSettled: () => refreshQueries(client, [["meetings"]]),
  });
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    if (file.size > MAX_FILE_BYTES) return setFileError("Dit bestand is te groot.");
    setFileError(undefined);
    setTranscript(textOfFile(await file.text()));
  };
  const length = transcript.trim().length;
  const isTooLong = length > MAX_TRANSCRIPT_LENGTH;
  const isComplete = length >= MIN_LENGTH && !isTooLong && (meeting !== undefined || name.trim() !== "");
  const isDirty = name !== "" || transcript !== "";
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete && !summarize.isPending) summarize.mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {!meeting && (
        <Field label="Titel van de meeting" hint={addedId && "De meeting is toegevoegd, maar nog zonder samenvatting."}>
          <Input value={name} readOnly={addedId !== undefined} onChange={(event) => setName(event.target.value)} />
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
        <Textarea rows={10} value={transcript} onChange={(event) => setTranscript(event.target.value)} />
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
