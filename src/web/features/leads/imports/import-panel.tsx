import { FileUp } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { IMPORT_MAX_ROWS, type LeadImport } from "#contract/lead-imports.ts";
import { ApiError } from "#lib/api/api.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { PartProblem } from "#lib/lists/part-problem.tsx";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { cn } from "#ui/cn.ts";
import { Badge } from "#ui/content/badge.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { Card } from "#ui/page/card.tsx";
import { ImportReport } from "./import-report.tsx";
import { formatCount, formatNumber, rejectionReason, resultText, STATUS_BADGES } from "./import-texts.ts";
import { useImport, useRecentImports, useUploadImport } from "./imports.api.ts";
import { PrepareImport } from "./prepare-import.tsx";

type FilePickerProps = { busy: boolean; onChoose: (file: File) => void };

function FilePicker({ busy, onChoose }: FilePickerProps) {
  const [rejection, setRejection] = useState<string>();
  const [dragOver, setDragOver] = useState(false);
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const hintId = useId();
  const accept = (file: File | undefined) => {
    if (!file || busy) return;
    const reason = rejectionReason(file);
    setRejection(reason);
    if (!reason) onChoose(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragOver(false);
    accept(event.dataTransfer.files[0]);
  };
  return (
    <section
      aria-label="Bestand kiezen"
      onDrop={drop}
      onDragLeave={() => setDragOver(false)}
      onDragOver={(event) => {
        event.preventDefault();
        setDragOver(true);
      }}
      className={cn(
        "flex flex-col items-center gap-3 rounded-md border border-dashed bg-card px-6 py-10 text-center",
        dragOver && "border-primary bg-accent",
      )}
    >
      <FileUp aria-hidden className="size-6 text-muted-foreground" />
      <div className="max-w-md text-balance">
        <p className="font-medium">Sleep een CSV-bestand hierheen of kies er een</p>
        <p id={hintId} className="mt-1 text-muted-foreground text-[0.8125rem]">
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
          accept(target.files?.[0]);
          // Without this, choosing the same file again would not fire a change event.
          target.value = "";
        }}
      />
      <Button busy={busy} busyLabel="Bestand lezen..." aria-describedby={hintId} onClick={() => input?.click()}>
        Bestand kiezen
      </Button>
      {rejection && (
        <p role="alert" className="text-danger text-[0.8125rem]">
          {rejection}
        </p>
      )}
    </section>
  );
}

function RecentImports({ onOpen }: { onOpen: (id: string) => void }) {
  const query = useRecentImports();
  const imports = query.data ?? [];
  if (imports.length === 0) return <PartProblem query={query} text="De eerdere imports konden niet worden geladen." />;
  return (
    <section aria-label="Eerdere imports">
      <h2 className="mb-2 font-medium text-[0.8125rem]">Eerdere imports</h2>
      <Card>
        <ul className="divide-y">
          {imports.map((leadImport) => (
            <li key={leadImport.id}>
              <button
                type="button"
                onClick={() => onOpen(leadImport.id)}
                className="flex w-full cursor-pointer flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 text-left hover:bg-accent focus-visible:-outline-offset-2"
              >
                <ImportSummary leadImport={leadImport} />
              </button>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

const ImportSummary = ({ leadImport }: { leadImport: LeadImport }) => (
  <>
    <span className="min-w-0">
      <span className="block break-words font-medium">{leadImport.fileName}</span>
      <span className="block text-muted-foreground text-xs">
        {formatDateTime(leadImport.uploadedAt)} · {leadImport.uploadedBy} ·{" "}
        {leadImport.status === "uploaded" ? formatCount(leadImport.totalRows, "rij", "rijen") : resultText(leadImport)}
      </span>
    </span>
    <Badge tone={STATUS_BADGES[leadImport.status].tone}>{STATUS_BADGES[leadImport.status].label}</Badge>
  </>
);

type ImportPanelProps = { id: string | undefined; onOpen: (id: string | undefined) => void };

/** CSV import: choose a file, map its columns, follow the progress, read the report. */
export function ImportPanel({ id, onOpen }: ImportPanelProps) {
  const upload = useUploadImport();
  if (id) return <ImportDetails key={id} id={id} onChooseAnotherFile={() => onOpen(undefined)} />;
  return (
    <div className="flex flex-col gap-6">
      <FilePicker
        busy={upload.isPending}
        onChoose={(file) => upload.mutate(file, { onSuccess: ({ id }) => onOpen(id) })}
      />
      <RecentImports onOpen={onOpen} />
    </div>
  );
}

function ImportDetails({ id, onChooseAnotherFile }: { id: string; onChooseAnotherFile: () => void }) {
  const query = useImport(id);
  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <Empty
        title="Dit bestand is er niet meer"
        text="Een bestand dat niet wordt gestart, bewaren we een dag; een verslag dertig dagen."
        action={
          <Button variant="outline" size="sm" onClick={onChooseAnotherFile}>
            Kies een bestand
          </Button>
        }
      />
    );
  }
  return (
    <QueryStates query={query} errorTitle="De import kon niet worden geladen" skeleton={<LinesSkeleton />}>
      {(leadImport) =>
        leadImport.status === "uploaded" ? (
          <PrepareImport leadImport={leadImport} onChooseAnotherFile={onChooseAnotherFile} />
        ) : (
          <ImportReport leadImport={leadImport} onChooseAnotherFile={onChooseAnotherFile} />
        )
      }
    </QueryStates>
  );
}
