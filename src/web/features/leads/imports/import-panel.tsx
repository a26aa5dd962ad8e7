import { ApiError } from "#lib/api-error.ts";
import { Loaded } from "#lib/loaded.tsx";
import { Button } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { LinesSkeleton } from "#ui/lines-skeleton.tsx";
import { FileChoice } from "./file-choice.tsx";
import { ImportReport } from "./import-report.tsx";
import { useImport, useUpload } from "./imports.api.ts";
import { PrepareImport } from "./prepare-import.tsx";
import { RecentImports } from "./recent-imports.tsx";

type ImportPanelProps = { id: string | undefined; onOpen: (id: string | undefined) => void };

/** Leads from a file: choose it, say what its columns are, follow it, and read what became of it. */
export function ImportPanel({ id, onOpen }: ImportPanelProps) {
  const upload = useUpload();
  if (id) return <OneImport key={id} id={id} onLeave={() => onOpen(undefined)} />;
  return (
    <div className="flex flex-col gap-6">
      <FileChoice
        busy={upload.isPending}
        onChoose={(file) => upload.mutate(file, { onSuccess: (made) => onOpen(made.id) })}
      />
      <RecentImports onOpen={onOpen} />
    </div>
  );
}

function OneImport({ id, onLeave }: { id: string; onLeave: () => void }) {
  const one = useImport(id);
  if (one.error instanceof ApiError && one.error.status === 404) {
    return (
      <Empty
        title="Dit bestand is er niet meer"
        text="Een bestand dat niet wordt gestart, bewaren we een dag; een verslag dertig dagen."
        action={
          <Button variant="outline" size="sm" onClick={onLeave}>
            Kies een bestand
          </Button>
        }
      />
    );
  }
  return (
    <Loaded query={one} problem="De import kon niet worden geladen" skeleton={<LinesSkeleton />}>
      {(file) =>
        file.status === "uploaded" ? (
          <PrepareImport file={file} onLeave={onLeave} />
        ) : (
          <ImportReport file={file} onLeave={onLeave} />
        )
      }
    </Loaded>
  );
}
