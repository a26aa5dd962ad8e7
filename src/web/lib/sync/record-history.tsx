import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import { airtableRoutes } from "#contract/airtable.ts";
import type { RecordHistory } from "#contract/sync-questions.ts";
import type { SyncedTable } from "#contract/synced-tables.ts";
import { Button } from "#ui/button/button.tsx";
import { Badge } from "#ui/content/badge.tsx";
import { ExternalLink } from "#ui/content/external-link.tsx";
import { Dialog, DialogContent } from "#ui/dialog/dialog.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { ApiError, call } from "../api/api.ts";
import { formatDateTime } from "../dates/dates.ts";
import { QueryStates } from "../lists/query-states.tsx";
import { useCompanyCard } from "../session/session.ts";
import { syncedFieldName, valueText } from "./sync-values.ts";

const NOT_FOUND_STATUS = 404;

/** Whether a row has a record in Airtable, and where. Asks nothing for a company that does not synchronise. */
const useSyncedRecord = (table: SyncedTable, recordId: string) =>
  useQuery({
    queryKey: ["sync", "record", table, recordId],
    queryFn: ({ signal }) => call(airtableRoutes.record, { params: { table, recordId }, signal }),
    enabled: useCompanyCard(false).data?.syncsWithAirtable === true,
  });

/** Null when the record is not synchronised. */
const useRecordHistory = (table: SyncedTable, recordId: string) =>
  useQuery({
    queryKey: ["sync", "history", table, recordId],
    queryFn: async ({ signal }) => {
      try {
        return await call(airtableRoutes.history, { params: { table, recordId }, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === NOT_FOUND_STATUS) return null;
        throw error;
      }
    },
  });

type RecordLinksProps = { table: SyncedTable; recordId: string; airtableUrl?: string | null; label?: string };

/** The record in Airtable, and what the sync has changed in it. */
export function RecordLinks({ table, recordId, airtableUrl, label = "Geschiedenis" }: RecordLinksProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="link" size="sm" className="h-auto p-0" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <History />
        {label}
      </Button>
      {airtableUrl && (
        <ExternalLink href={airtableUrl} className="text-sm">
          Open in Airtable
        </ExternalLink>
      )}
      {isOpen && <HistoryList table={table} recordId={recordId} showsLink={!airtableUrl} />}
    </>
  );
}

/** The same below a history of our own, for a row that has a record in Airtable. */
export function SyncedRecordLinks({ table, recordId }: Pick<RecordLinksProps, "table" | "recordId">) {
  const { data } = useSyncedRecord(table, recordId);
  if (!data?.isSynced) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <RecordLinks table={table} recordId={recordId} airtableUrl={data.airtableUrl} label="Wijzigingen met Airtable" />
    </div>
  );
}

type RecordHistoryDialogProps = {
  open: boolean;
  onClose: () => void;
  table: SyncedTable;
  recordId: string;
  /** Under which users know the record. */
  name: string;
};

/** The same for a row whose screen has no place for it. Tells it of a row that has no record in Airtable. */
export const RecordHistoryDialog = ({ open, onClose, table, recordId, name }: RecordHistoryDialogProps) => (
  <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
    <DialogContent title="Wijzigingen met Airtable" description={name}>
      <HistoryList table={table} recordId={recordId} showsLink />
    </DialogContent>
  </Dialog>
);

type HistoryListProps = { table: SyncedTable; recordId: string; showsLink: boolean };

function HistoryList({ table, recordId, showsLink }: HistoryListProps) {
  const history = useRecordHistory(table, recordId);
  return (
    <div className="basis-full">
      <QueryStates query={history} errorTitle="De geschiedenis kon niet worden geladen" skeleton={<LinesSkeleton />}>
        {(history) =>
          history === null ? (
            <p className="text-muted-foreground text-sm">Dit staat niet in Airtable.</p>
          ) : (
            <>
              {history.airtableUrl && showsLink && (
                <ExternalLink href={history.airtableUrl} className="mb-2 text-sm">
                  Open in Airtable
                </ExternalLink>
              )}
              {history.changes.every(({ kind }) => kind === "created") && (
                <p className="mb-2 text-muted-foreground text-sm">
                  De synchronisatie heeft hier de laatste 180 dagen niets gewijzigd.
                </p>
              )}
              <ol aria-label="Geschiedenis" className="flex flex-col gap-2 text-sm empty:hidden">
                {history.changes.map((change) => (
                  <HistoryItem key={`${change.at} ${change.kind} ${change.field} ${change.side}`} change={change} />
                ))}
              </ol>
            </>
          )
        }
      </QueryStates>
    </div>
  );
}

const MAX_VALUE_LENGTH = 200;
const shortValueText = (value: RecordHistory["changes"][number]["before"]): string => {
  const text = valueText(value) ?? "leeg";
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
};

type Change = RecordHistory["changes"][number];

function ChangeText({ change }: { change: Change }) {
  switch (change.kind) {
    case "created":
      return "Aangemaakt";
    case "deleted":
      return "Verwijderd";
    case "recreated":
      return change.side === "here" ? "Opnieuw aangemaakt in Airtable" : "Teruggezet";
    case "replaced":
      return (
        <>
          <strong className="font-medium">{syncedFieldName(change)}</strong> gewijzigd
        </>
      );
    case "changed":
      return (
        <>
          <strong className="font-medium">{syncedFieldName(change)}</strong>: {shortValueText(change.before)} →{" "}
          {shortValueText(change.after)}
        </>
      );
  }
}

const HistoryItem = ({ change }: { change: Change }) => (
  <li className="rounded-sm bg-muted/50 px-3 py-2">
    <span className="flex flex-wrap items-center gap-2 text-muted-foreground text-xs">
      {formatDateTime(change.at)} · {change.author} · {change.side === "here" ? "hier" : "in Airtable"}
      {change.isPending && <Badge tone="neutral">Nog niet in Airtable</Badge>}
    </span>
    <span className="mt-0.5 block break-words">
      <ChangeText change={change} />
    </span>
  </li>
);
