import { useState } from "react";
import { type LeadImport, NO_NAME_COLUMN, namesSomebody } from "#contract/lead-imports.ts";
import { Loaded } from "#lib/loaded.tsx";
import { Button } from "#ui/button.tsx";
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from "#ui/card.tsx";
import { LinesSkeleton } from "#ui/lines-skeleton.tsx";
import { ColumnChoice } from "./column-choice.tsx";
import { countLeads } from "./import-texts.ts";
import { useImportPreview, useStart } from "./imports.api.ts";
import { PreviewTable } from "./preview-table.tsx";

type PrepareImportProps = { file: LeadImport; onLeave: () => void };

/** Which column is what, and what would become of the rows; then it can begin. */
export function PrepareImport({ file, onLeave }: PrepareImportProps) {
  const [mapping, setMapping] = useState(file.mapping);
  const preview = useImportPreview(file.id, mapping);
  const start = useStart(file.id);
  const usable = namesSomebody(mapping);
  return (
    <Card>
      <CardHeader>
        <CardTitle className="break-words">{file.fileName}</CardTitle>
        <CardDescription>{countLeads(file.total, "rij", "rijen")}. Kies welke kolom waarheen gaat.</CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-5">
        <ColumnChoice columns={file.columns} mapping={mapping} onChange={setMapping} />
        {usable ? (
          <Loaded query={preview} problem="Het voorbeeld kon niet worden gemaakt" skeleton={<LinesSkeleton />}>
            {({ rows }) => <PreviewTable rows={rows} />}
          </Loaded>
        ) : (
          <p role="status" className="text-[0.8125rem] text-warning">
            {NO_NAME_COLUMN}
          </p>
        )}
      </CardContent>
      <CardFooter className="justify-end">
        <Button variant="outline" onClick={onLeave}>
          Ander bestand
        </Button>
        <Button disabled={!usable} busy={start.isPending} busyLabel="Starten..." onClick={() => start.mutate(mapping)}>
          {countLeads(file.total, "rij", "rijen")} importeren
        </Button>
      </CardFooter>
    </Card>
  );
}
