import type { ReactNode } from "react";
import { type SyncedTable, TABLE_NAMES } from "#contract/synced-tables.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { Badge } from "#ui/content/badge.tsx";

type RecordHeadingProps = { id: string; name: ReactNode; table: SyncedTable; detail?: string | null; since: string };

/** Name, table and date of a record. */
export const RecordHeading = ({ id, name, table, detail, since }: RecordHeadingProps) => (
  <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
    <h3 id={id} className="min-w-0 break-words font-medium">
      {name}
      {detail && <span className="font-normal text-muted-foreground"> · {detail}</span>}
    </h3>
    <Badge>{TABLE_NAMES[table]}</Badge>
    <time dateTime={since} className="ml-auto text-muted-foreground text-xs">
      {formatDateTime(since)}
    </time>
  </div>
);
