import { useState } from "react";
import {
  hasNameColumn,
  IMPORT_FIELD_NAMES,
  IMPORT_FIELDS,
  type ImportField,
  type ImportMapping,
  type LeadImport,
  NO_NAME_COLUMN,
  type PreviewRow,
} from "#contract/lead-imports.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { Badge } from "#ui/content/badge.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { Field } from "#ui/field/field.tsx";
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from "#ui/page/card.tsx";
import { Select } from "#ui/select/select.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#ui/table/responsive-table.tsx";
import { formatCount, VERDICT_BADGES } from "./import-texts.ts";
import { useImportPreview, useStartImport } from "./imports.api.ts";

const NOT_IMPORTED = "none";

type ColumnMappingProps = {
  columns: LeadImport["columns"];
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
};

const withoutField = (mapping: ImportMapping, field: ImportField): ImportMapping => {
  const { [field]: _removed, ...rest } = mapping;
  return rest;
};

/** Maps columns of the file to fields of a lead. */
function ColumnMapping({ columns, mapping, onChange }: ColumnMappingProps) {
  const options = [
    { value: NOT_IMPORTED, label: "Niet overnemen" },
    ...columns.map(({ name }, index) => ({ value: String(index), label: name })),
  ];
  const choose = (field: ImportField, value: string) =>
    onChange(value === NOT_IMPORTED ? withoutField(mapping, field) : { ...mapping, [field]: Number(value) });
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
      {IMPORT_FIELD_NAMES.map((field) => {
        const column = mapping[field];
        return (
          <Field
            key={field}
            label={IMPORT_FIELDS[field]}
            hint={column === undefined ? undefined : sampleHint(columns[column]?.samples)}
            error={field === "fullName" && !hasNameColumn(mapping) && NO_NAME_COLUMN}
          >
            <Select
              options={options}
              value={column === undefined ? NOT_IMPORTED : String(column)}
              onValueChange={(value) => choose(field, value)}
            />
          </Field>
        );
      })}
    </div>
  );
}

const sampleHint = (samples: readonly string[] = []) =>
  samples.length > 0 ? <span className="block truncate">Bijvoorbeeld: {samples.join(", ")}</span> : undefined;

const NAME_FIELDS: readonly ImportField[] = ["fullName", "firstName", "lastName"];
const DETAIL_FIELDS = IMPORT_FIELD_NAMES.filter((field) => !NAME_FIELDS.includes(field));

/** The first rows as they would be imported, each with its verdict. */
const PreviewTable = ({ rows }: { rows: readonly PreviewRow[] }) => (
  <Table aria-label="Voorbeeld van de eerste rijen">
    <TableHeader>
      <TableRow>
        <TableHead>Rij</TableHead>
        <TableHead>Wat er gebeurt</TableHead>
        <TableHead>Naam</TableHead>
        <TableHead>Gegevens</TableHead>
      </TableRow>
    </TableHeader>
    <TableBody>
      {rows.map(({ row, verdict, reason, values }) => (
        <TableRow key={row}>
          <TableCell label="Rij">{row}</TableCell>
          <TableCell label="Wat er gebeurt">
            <div className="min-w-0 sm:max-w-56">
              <Badge tone={VERDICT_BADGES[verdict].tone}>{VERDICT_BADGES[verdict].label}</Badge>
              {reason && <p className="mt-1 text-muted-foreground text-xs">{reason}</p>}
            </div>
          </TableCell>
          <TableCell label="Naam" className="font-medium">
            {NAME_FIELDS.flatMap((field) => values[field] ?? []).join(" ")}
          </TableCell>
          <TableCell label="Gegevens">
            <ul className="flex min-w-0 flex-wrap gap-x-4 gap-y-0.5 text-[0.8125rem]">
              {DETAIL_FIELDS.map((field) => values[field] && <Detail key={field} field={field} text={values[field]} />)}
            </ul>
          </TableCell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
);

const Detail = ({ field, text }: { field: ImportField; text: string }) => (
  <li className="line-clamp-2 break-all">
    <span className="text-muted-foreground">{IMPORT_FIELDS[field]}:</span> {text}
  </li>
);

/** Undefined when the preview does not show the whole file. */
const countNewLeads = (totalRows: number, rows: readonly PreviewRow[] | undefined): number | undefined =>
  rows?.length === totalRows ? rows.filter(({ verdict }) => verdict === "new").length : undefined;

const importLabel = (totalRows: number, rows: readonly PreviewRow[] | undefined): string => {
  const newLeads = countNewLeads(totalRows, rows);
  return newLeads === undefined
    ? `${formatCount(totalRows, "rij", "rijen")} importeren`
    : `${formatCount(newLeads, "nieuwe lead", "nieuwe leads")} importeren`;
};

type PrepareImportProps = { leadImport: LeadImport; onChooseAnotherFile: () => void };

/** The step before an import starts: column mapping and preview. */
export function PrepareImport({ leadImport, onChooseAnotherFile }: PrepareImportProps) {
  const [mapping, setMapping] = useState(leadImport.mapping);
  const preview = useImportPreview(leadImport.id, mapping);
  const start = useStartImport(leadImport.id);
  const canStart = hasNameColumn(mapping);
  return (
    <Card>
      <CardHeader>
        <CardTitle className="break-words">{leadImport.fileName}</CardTitle>
        <CardDescription>
          {formatCount(leadImport.totalRows, "rij", "rijen")}. Kies welke kolom waarheen gaat.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-5">
        <ColumnMapping columns={leadImport.columns} mapping={mapping} onChange={setMapping} />
        {canStart && (
          <QueryStates query={preview} errorTitle="Het voorbeeld kon niet worden gemaakt" skeleton={<LinesSkeleton />}>
            {({ rows }) => <PreviewTable rows={rows} />}
          </QueryStates>
        )}
      </CardContent>
      <CardFooter className="justify-end max-sm:[&>*]:flex-auto">
        <Button variant="outline" onClick={onChooseAnotherFile}>
          Ander bestand
        </Button>
        <Button
          disabled={!canStart || countNewLeads(leadImport.totalRows, preview.data?.rows) === 0}
          busy={start.isPending}
          busyLabel="Starten..."
          onClick={() => start.mutate(mapping)}
        >
          {importLabel(leadImport.totalRows, preview.data?.rows)}
        </Button>
      </CardFooter>
    </Card>
  );
}
