import { Columns3 } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { readStored, removeStored, writeStored } from "#lib/browser/browser-storage.ts";
import { useCurrentUser } from "#lib/session/session.ts";
import { Button } from "#ui/button/button.tsx";
import { Checkbox } from "#ui/field/checkbox.tsx";
import { Field } from "#ui/field/field.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#ui/overlay/popover.tsx";
import { COLUMN_LABELS, type ColumnId, DEFAULT_COLUMNS, isColumnId } from "../lead-table.tsx";

const ALL_COLUMNS = Object.keys(COLUMN_LABELS) as ColumnId[];

/** Unknown ids are left out: a later version may have other columns. */
export const readColumns = (stored: unknown): readonly ColumnId[] => {
  const known = Array.isArray(stored) ? stored.filter(isColumnId) : [];
  return known.length > 0 ? known : DEFAULT_COLUMNS;
};

const parseStored = (text: string | null): readonly ColumnId[] => {
  try {
    return readColumns(JSON.parse(text ?? "null"));
  } catch {
    return DEFAULT_COLUMNS;
  }
};

/** The columns that the user has chosen, remembered in this browser. */
export function useLeadColumns(): [columns: readonly ColumnId[], setColumns: (columns: readonly ColumnId[]) => void] {
  const key = `lead-columns:${useCurrentUser().id}`;
  const [columns, setState] = useState(() => parseStored(readStored(key)));
  const setColumns = (next: readonly ColumnId[]) => {
    setState(next);
    if (next.join() === DEFAULT_COLUMNS.join()) removeStored(key);
    else writeStored(key, JSON.stringify(next));
  };
  return [columns, setColumns];
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

/** As in a menu: the arrow keys move from column to column, and go round. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const step = STEPS[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const controls: Element[] = [...event.currentTarget.querySelectorAll("button:not(:disabled), input:not(:disabled)")];
  const index = controls.indexOf(document.activeElement ?? event.currentTarget);
  // From the popover itself, which is no control, up goes to the last one.
  const next = controls.at((Math.max(index, step < 0 ? 0 : -1) + step) % controls.length);
  if (next instanceof HTMLElement) next.focus();
};

type ColumnChooserProps = { columns: readonly ColumnId[]; onChange: (columns: readonly ColumnId[]) => void };

/** Full Name always stays: it opens the lead. */
export const ColumnChooser = ({ columns, onChange }: ColumnChooserProps) => {
  const toggle = (id: ColumnId, shown: boolean) =>
    onChange(ALL_COLUMNS.filter((column) => (column === id ? shown : columns.includes(column))));
  return (
    <Popover>
      <PopoverTrigger asChild>
        {/* A phone shows cards. */}
        <Button variant="outline" data-key="shift+k" className="max-sm:hidden">
          <Columns3 />
          Kolommen
        </Button>
      </PopoverTrigger>
      <PopoverContent
        aria-label="Kolommen"
        align="end"
        onKeyDown={moveFocus}
        className="max-h-[70dvh] w-64 overflow-y-auto p-3"
      >
        <div className="flex flex-col gap-2.5">
          {ALL_COLUMNS.map((id) => (
            <Field key={id} label={COLUMN_LABELS[id]} inline>
              <Checkbox
                checked={columns.includes(id)}
                disabled={id === "name"}
                onCheckedChange={(checked) => toggle(id, checked === true)}
              />
            </Field>
          ))}
          <Button variant="ghost" size="sm" onClick={() => onChange(DEFAULT_COLUMNS)}>
            Standaardkolommen
          </Button>
        </div>
      </PopoverContent>
    </Popover>
  );
};
