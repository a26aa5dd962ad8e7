import { TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { AirtableMapping, FieldLink, MappedTable, RemoteField } from "#contract/airtable-connection.ts";
import type { SyncedTable } from "#contract/synced-tables.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { useDiscardGuard } from "#ui/dialog/confirm.tsx";
import { DialogClose, DialogFooter } from "#ui/dialog/dialog.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { Problem } from "#ui/feedback/empty.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { type MappingTarget, useMapping, useSaveMapping } from "./mapping.api.ts";
import { MappingTable } from "./mapping-table.tsx";

type MappingDialogProps = MappingTarget & { open: boolean; onClose: () => void };

/** Maps our tables and fields to those of the company's base. */
export function MappingDialog({ open, onClose, adminCompanyId }: MappingDialogProps) {
  const { setDirty, requestClose } = useDiscardGuard(onClose, DISCARD_TEXTS);
  return (
    <FormDialog
      open={open}
      onClose={requestClose}
      size="xl"
      title="Velden koppelen"
      description="Welke tabel en welk veld in Airtable bij welk gegeven hier hoort. Wat al herkend is, is ingevuld; controleer het en sla het op."
    >
      <LoadedMapping adminCompanyId={adminCompanyId} onClose={onClose} onDirty={setDirty} />
    </FormDialog>
  );
}

const DISCARD_TEXTS = { text: "Wat je hebt gekozen, is nog niet opgeslagen.", cancelLabel: "Verder koppelen" };

type FormActions = { onClose: () => void; onDirty: (dirty: boolean) => void };

function LoadedMapping({ adminCompanyId, ...actions }: MappingTarget & FormActions) {
  const mapping = useMapping({ adminCompanyId });
  return (
    <QueryStates
      query={mapping}
      errorTitle="De velden konden niet worden geladen"
      skeleton={
        <div>
          <p className="mb-3 text-muted-foreground">De tabellen en velden in Airtable worden bekeken…</p>
          <LinesSkeleton />
        </div>
      }
    >
      {(loaded) =>
        loaded.problem === null ? (
          <MappingForm mapping={loaded} adminCompanyId={adminCompanyId} {...actions} />
        ) : (
          <Problem
            title="Airtable kon niet worden gelezen"
            reason={loaded.problem}
            onRetry={() => void mapping.refetch()}
            retrying={mapping.isFetching}
          />
        )
      }
    </QueryStates>
  );
}

const toLink = ({ field, fieldId, options, scale }: FieldLink): FieldLink => ({
  field,
  fieldId,
  ...(fieldId && options && { options }),
  ...(fieldId && scale !== undefined && { scale }),
});

/** The tables that the user has chosen so far, by our names. */
const chosenTables = (tables: readonly MappedTable[]): Partial<Record<SyncedTable, string>> =>
  Object.fromEntries(tables.flatMap(({ table, tableId }) => (tableId ? [[table, tableId]] : [])));

type MappingFormProps = MappingTarget & FormActions & { mapping: AirtableMapping };

function MappingForm({ mapping, adminCompanyId, onClose, onDirty }: MappingFormProps) {
  const [tables, setTables] = useState(mapping.tables);
  const [remoteTables, setRemoteTables] = useState(mapping.remoteTables);
  const isDirty = tables !== mapping.tables;
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
  const save = useSaveMapping({ adminCompanyId });
  const alert = useRef<HTMLDivElement>(null);
  // The form is longer than the dialog: the problem would otherwise stay below what the user sees, or behind the buttons.
  useEffect(() => {
    if (save.data?.problem) alert.current?.scrollIntoView({ block: "center" });
  }, [save.data]);
  const changeTable = (name: SyncedTable, change: (table: MappedTable) => MappedTable) =>
    setTables((all) => all.map((table) => (table.table === name ? change(table) : table)));
  const addRemoteField = (tableId: string, field: RemoteField) =>
    setRemoteTables((all) =>
      all.map((table) => (table.id === tableId ? { ...table, fields: [...table.fields, field] } : table)),
    );
  const submit = () =>
    save.mutate(
      {
        version: mapping.version,
        tables: tables.map(({ table, tableId, fields }) => ({ table, tableId, fields: fields.map(toLink) })),
      },
      { onSuccess: ({ problem }) => problem === null && onClose() },
    );
  return (
    <>
      {!mapping.isStored && (
        <p className="mb-4 rounded-md border bg-muted px-3 py-2 text-[0.8125rem]">
          Dit is een voorstel op grond van de namen, de soorten velden en een paar records uit je base. Er verandert
          niets voordat je opslaat.
        </p>
      )}
      <p className="mb-4 text-muted-foreground text-xs">
        Opslaan verandert alleen wat hier bij elkaar hoort. Met "Maak aan" komt een veld of tabel meteen in Airtable,
        ook als je daarna annuleert.
      </p>
      <div className="flex flex-col gap-3">
        {tables.map((table) => (
          <MappingTable
            key={table.table}
            table={table}
            remoteTables={remoteTables}
            tableIds={chosenTables(tables)}
            target={{ adminCompanyId }}
            onChange={(change) => changeTable(table.table, change)}
            onTableCreated={(created) => setRemoteTables((all) => [...all, created])}
            onFieldCreated={addRemoteField}
          />
        ))}
      </div>
      <div ref={alert} role="alert" className="mt-4 empty:hidden">
        {save.data?.problem && !save.isPending && (
          <p className="flex items-start gap-2 text-danger text-sm">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {save.data.problem}
          </p>
        )}
      </div>
      <DialogFooter>
        <DialogClose>
          <Button variant="outline">Annuleren</Button>
        </DialogClose>
        <Button data-main-action busy={save.isPending} busyLabel="Opslaan..." onClick={submit}>
          Opslaan
        </Button>
      </DialogFooter>
    </>
  );
}
