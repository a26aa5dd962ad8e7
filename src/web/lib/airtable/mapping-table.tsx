import { Plus } from "lucide-react";
import { useState } from "react";
import type {
  CreatedField,
  MappedField,
  MappedTable,
  RemoteField,
  RemoteTable,
} from "#contract/airtable-connection.ts";
import { type SyncedTable, TABLE_NAMES } from "#contract/synced-tables.ts";
import { Button } from "#ui/button/button.tsx";
import { Badge } from "#ui/content/badge.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { Field } from "#ui/field/field.tsx";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "#ui/page/collapsible.tsx";
import { Combobox } from "#ui/select/combobox.tsx";
import { type MappingTarget, useCreateField, useCreateTable, usePropose } from "./mapping.api.ts";
import { isAppIdMissing, MappingField } from "./mapping-field.tsx";

type MappingTableProps = {
  table: MappedTable;
  remoteTables: readonly RemoteTable[];
  tableIds: Partial<Record<SyncedTable, string>>;
  target: MappingTarget;
  /** Called with a function of the current state: several requests may be under way. */
  onChange: (change: (table: MappedTable) => MappedTable) => void;
  onTableCreated: (table: RemoteTable) => void;
  onFieldCreated: (tableId: string, field: RemoteField) => void;
};

const showProblem = (problem: string) => showToast({ title: "Airtable", description: problem, tone: "destructive" });

const withField = (table: MappedTable, field: MappedField): MappedTable => ({
  ...table,
  fields: table.fields.map((each) => (each.field === field.field ? field : each)),
});

/** Maps a field to the one that was created for it, unless the user has chosen another meanwhile. */
const withCreated = (table: MappedTable, before: MappedField, id: string): MappedTable => ({
  ...table,
  fields: table.fields.map((field) => {
    if (field.field !== before.field) return field;
    const fieldId = field.fieldId === before.fieldId ? id : field.fieldId;
    return { ...field, fieldId, usableIds: [...field.usableIds, id] };
  }),
});

const NOT_CREATED: CreatedField = { problem: null, field: null };

const isUnmappedRequired = ({ isRequired, fieldId }: MappedField): boolean => isRequired && fieldId === null;

/** Maps one of our tables to a table of the base, for which the server proposes fields, or to a new one. */
function useTableMapping({ table, tableIds, target, onChange, onTableCreated }: MappingTableProps) {
  const propose = usePropose(target);
  const createTable = useCreateTable(target);
  const choose = (tableId: string | null, onProposed: () => void) => {
    if (tableId === null) return onChange((current) => ({ ...current, tableId: null }));
    propose.mutate(
      { table: table.table, tableId, tableIds },
      {
        onSuccess: ({ problem, table: proposed }) => {
          if (problem) showProblem(problem);
          if (!proposed) return;
          onChange(() => proposed);
          onProposed();
        },
      },
    );
  };
  const create = () =>
    createTable.mutate(
      { table: table.table, tableIds },
      {
        onSuccess: ({ problem, remoteTable, table: created }) => {
          if (problem) showProblem(problem);
          if (!remoteTable || !created) return;
          onTableCreated(remoteTable);
          onChange(() => created);
        },
      },
    );
  return { choose, isProposing: propose.isPending, create, isCreating: createTable.isPending };
}

/** One of our tables: the table of the base that it belongs to, and its fields. */
export function MappingTable(props: MappingTableProps) {
  const { table, remoteTables } = props;
  const { choose, isProposing, create, isCreating } = useTableMapping(props);
  const [isOpen, setOpen] = useState(table.fields.some(isUnmappedRequired) && table.tableId !== null);
  const remote = remoteTables.find(({ id }) => id === table.tableId);
  const name = TABLE_NAMES[table.table];
  return (
    <section aria-label={name} className="rounded-md border">
      <div className="flex flex-col gap-3 p-3 sm:flex-row sm:items-end">
        <Field label={name} className="min-w-0 flex-1">
          <Combobox
            options={remoteTables.map(({ id, name: label }) => ({ value: id, label }))}
            value={table.tableId}
            onValueChange={(tableId) => choose(tableId, () => setOpen(true))}
            noneLabel="Tabel weglaten"
            searchLabel="Zoek een tabel"
            disabled={isProposing}
          />
        </Field>
        {remote ? (
          <TableSummary table={table} />
        ) : (
          <Button variant="outline" busy={isCreating} busyLabel="Aanmaken..." onClick={create}>
            <Plus />
            Maak aan in Airtable
          </Button>
        )}
      </div>
      {remote && (
        <Collapsible open={isOpen} onOpenChange={setOpen} className="border-t px-3 py-1">
          <CollapsibleTrigger className="text-sm">Velden van {name}</CollapsibleTrigger>
          <CollapsibleContent className="pb-3">
            <FieldList {...props} remote={remote} />
          </CollapsibleContent>
        </Collapsible>
      )}
    </section>
  );
}

const fieldCount = (count: number) => (count === 1 ? "1 veld" : `${count} velden`);

/** Tables in which the product creates records; in the others only Airtable does. */
const MADE_HERE: readonly SyncedTable[] = ["leads", "messages", "adjustments", "queue", "prompts"];

function TableSummary({ table: { table, fields } }: { table: MappedTable }) {
  const mapped = fields.filter(({ fieldId }) => fieldId !== null).length;
  const missing = fields.filter(isUnmappedRequired).length;
  return (
    <div className="flex flex-wrap items-center gap-2 pb-1.5">
      <Badge tone={missing > 0 ? "neutral" : "success"}>
        {mapped} van {fieldCount(fields.length)} gekoppeld
      </Badge>
      {missing > 0 && <Badge tone="danger">{missing} verplicht, nog te kiezen</Badge>}
      {MADE_HERE.includes(table) && fields.some(isAppIdMissing) && <Badge tone="warning">App ID ontbreekt</Badge>}
    </div>
  );
}

function FieldList({
  table,
  remote,
  tableIds,
  target,
  onChange,
  onFieldCreated,
}: MappingTableProps & { remote: RemoteTable }) {
  const createField = useCreateField(target);
  const [creating, setCreating] = useState<readonly string[]>([]);
  const missing = table.fields.filter(({ fieldId, canCreate }) => fieldId === null && canCreate);
  /** One after the other: Airtable has no request for several fields. Stops at the first that Airtable refuses. */
  const createAll = async (fields: readonly MappedField[]) => {
    for (const field of fields) {
      const choice = { table: table.table, tableId: remote.id, field: field.field, tableIds };
      // The failure itself is shown by the mutation.
      const { problem, field: created } = await createField.mutateAsync(choice).catch(() => NOT_CREATED);
      if (problem) showProblem(problem);
      if (!created) return;
      onFieldCreated(remote.id, created);
      onChange((current) => (current.tableId === remote.id ? withCreated(current, field, created.id) : current));
    }
  };
  const create = async (fields: readonly MappedField[]) => {
    const names = fields.map(({ field }) => field);
    setCreating((all) => [...all, ...names]);
    await createAll(fields);
    setCreating((all) => all.filter((name) => !names.includes(name)));
  };
  return (
    <>
      {missing.length > 1 && (
        <Button
          variant="outline"
          size="sm"
          className="my-2"
          busy={creating.length > 0}
          busyLabel="Aanmaken..."
          onClick={() => void create(missing)}
        >
          <Plus />
          Maak {missing.length} ontbrekende velden aan
        </Button>
      )}
      <ul className="flex flex-col divide-y">
        {table.fields.map((field) => (
          <MappingField
            key={field.field}
            field={field}
            remoteFields={remote.fields}
            isCreating={creating.includes(field.field)}
            onCreate={() => void create([field])}
            onChange={(changed) => onChange((current) => withField(current, changed))}
          />
        ))}
      </ul>
    </>
  );
}
