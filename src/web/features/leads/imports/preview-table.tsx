import { IMPORT_FIELD_NAMES, IMPORT_FIELDS, type ImportField, type PreviewRow } from "#contract/lead-imports.ts";
import { Badge } from "#ui/badge.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#ui/table.tsx";
import { VERDICT } from "./import-texts.ts";

const NAMES: readonly ImportField[] = ["fullName", "firstName", "lastName"];
const DETAILS = IMPORT_FIELD_NAMES.filter((field) => !NAMES.includes(field));

/** The first rows as they would become leads, with what stands in the way of each. */
export const PreviewTable = ({ rows }: { rows: readonly PreviewRow[] }) => (
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
              <Badge tone={VERDICT[verdict].tone}>{VERDICT[verdict].label}</Badge>
              {reason && <p className="mt-1 text-muted-foreground text-xs">{reason}</p>}
            </div>
          </TableCell>
          <TableCell label="Naam" className="font-medium">
            {NAMES.flatMap((field) => values[field] ?? []).join(" ")}
          </TableCell>
          <TableCell label="Gegevens">
            <ul className="flex min-w-0 flex-wrap gap-x-4 gap-y-0.5 text-[0.8125rem]">
              {DETAILS.map((field) => values[field] && <Detail key={field} field={field} text={values[field]} />)}
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
