import type { AuditEntry } from "#contract/audit.ts";
import { formatDateTime } from "#lib/dates.ts";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "#ui/collapsible.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#ui/table.tsx";
import { type Difference, differencesOf } from "./audit-differences.ts";
import { predicateOf } from "./audit-sentence.ts";

type AuditLineProps = { entry: AuditEntry; withCompany: boolean };

/** One thing that happened, and behind it what it was before and after. */
export function AuditLine({ entry, withCompany }: AuditLineProps) {
  const differences = differencesOf(entry);
  const sentence = <Sentence entry={entry} withCompany={withCompany} />;
  if (differences.length === 0) return <div className="border-b py-2.5 pr-3 pl-9">{sentence}</div>;
  return (
    <Collapsible className="border-b">
      <CollapsibleTrigger className="items-start px-3 py-2.5 font-normal hover:bg-accent/60 focus-visible:-outline-offset-2 [&>svg]:mt-0.5">
        {sentence}
      </CollapsibleTrigger>
      <CollapsibleContent className="pr-3 pb-3 pl-9">
        <Differences differences={differences} />
      </CollapsibleContent>
    </Collapsible>
  );
}

const Sentence = ({ entry, withCompany }: AuditLineProps) => (
  <span className="block min-w-0 flex-1 break-words">
    <span className="font-medium">{entry.actorName}</span> {predicateOf(entry)}
    <span className="mt-0.5 block text-muted-foreground text-xs tabular-nums">
      <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
      {withCompany && entry.companyName && ` · ${entry.companyName}`}
      {entry.address && ` · ${entry.address}`}
    </span>
  </span>
);

const Differences = ({ differences }: { differences: Difference[] }) => (
  <div className="sm:rounded-sm sm:border sm:bg-card sm:p-1">
    <Table className="[--table-top:0px]">
      <TableHeader>
        <TableRow>
          <TableHead className="w-56 bg-card">Veld</TableHead>
          <TableHead className="bg-card">Voor</TableHead>
          <TableHead className="bg-card">Na</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {differences.map(({ name, label, before, after }) => (
          <TableRow key={name}>
            <TableCell className="font-medium">{label}</TableCell>
            <ValueCell label="Voor" value={before} />
            <ValueCell label="Na" value={after} />
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </div>
);

const ValueCell = ({ label, value }: { label: string; value: string }) => (
  <TableCell label={label} className="whitespace-pre-line break-all">
    {value}
  </TableCell>
);
