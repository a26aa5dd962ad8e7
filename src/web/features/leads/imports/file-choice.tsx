import { FileUp } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { IMPORT_MAX_ROWS } from "#contract/lead-imports.ts";
import { Button } from "#ui/button.tsx";
import { cn } from "#ui/cn.ts";
import { formatNumber, refusalOf } from "./import-texts.ts";

type FileChoiceProps = { busy: boolean; onChoose: (file: File) => void };

/** A file is chosen or dropped; nothing is imported before somebody has seen what it holds. */
export function FileChoice({ busy, onChoose }: FileChoiceProps) {
  const [refusal, setRefusal] = useState<string>();
  const [over, setOver] = useState(false);
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const hint = useId();
  const take = (file: File | undefined) => {
    if (!file || busy) return;
    const reason = refusalOf(file);
    setRefusal(reason);
    if (!reason) onChoose(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <section
      aria-label="Bestand kiezen"
      onDrop={drop}
      onDragLeave={() => setOver(false)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      className={cn(
        "flex flex-col items-center gap-3 rounded-md border border-dashed bg-card px-6 py-10 text-center",
        over && "border-primary bg-accent",
      )}
    >
      <FileUp aria-hidden className="size-6 text-muted-foreground" />
      <div className="max-w-md text-balance">
        <p className="font-medium">Sleep een CSV-bestand hierheen of kies er een</p>
        <p id={hint} className="mt-1 text-muted-foreground text-[0.8125rem]">
          Met de namen van de kolommen in de eerste rij, tot {formatNumber(IMPORT_MAX_ROWS)} rijen. Je ziet eerst wat er
          met elke rij gebeurt.
        </p>
      </div>
      <input
        ref={setInput}
        type="file"
        accept=".csv,.txt,.tsv,text/csv"
        aria-label="CSV-bestand"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          take(target.files?.[0]);
          // The same file can be chosen again after it was changed.
          target.value = "";
        }}
      />
      <Button busy={busy} busyLabel="Bestand lezen..." aria-describedby={hint} onClick={() => input?.click()}>
        Bestand kiezen
      </Button>
      {refusal && (
        <p role="alert" className="text-danger text-[0.8125rem]">
          {refusal}
        </p>
      )}
    </section>
  );
}
