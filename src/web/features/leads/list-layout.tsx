import { LayoutList, Rows3 } from "lucide-react";
import { useState } from "react";
import type { Lead } from "#contract/leads.ts";
import { readStored, writeStored } from "#lib/browser/browser-storage.ts";
import type { SelectionBoxes } from "#lib/lists/row-selection.tsx";
import { useCurrentUser } from "#lib/session/session.ts";
import { TooltipButton } from "#ui/button/tooltip-button.tsx";
import { cn } from "#ui/cn.ts";
import type { VirtualColumn } from "#ui/table/virtual-table.tsx";
import { useIsPhone } from "#ui/use-media-query.ts";
import { type ColumnId, leadColumns, type TableActions } from "./lead-table.tsx";
import { type LeadRow, leadOf } from "./leads.api.ts";

const LAYOUTS = [
  { layout: "cards", label: "Kaarten", icon: LayoutList },
  { layout: "rows", label: "Compacte lijst", icon: Rows3 },
] as const;

export type ListLayout = (typeof LAYOUTS)[number]["layout"];

/**
 * Cards or a dense list; one choice per user for all lists of leads, stored in this browser. A phone always gets the dense list,
 * whose rows the table shows as short cards.
 */
export function useListLayout(): [layout: ListLayout, setLayout: (layout: ListLayout) => void] {
  const key = `lead-list-form:${useCurrentUser().id}`;
  const isPhone = useIsPhone();
  const [layout, setState] = useState<ListLayout>(() => (readStored(key) === "rows" ? "rows" : "cards"));
  const setLayout = (next: ListLayout) => {
    setState(next);
    writeStored(key, next);
  };
  return [isPhone ? "rows" : layout, setLayout];
}

type ListLayoutSwitchProps = { layout: ListLayout; onChange: (layout: ListLayout) => void };

/** Hidden on a phone, which has no choice. */
export const ListLayoutSwitch = ({ layout: chosen, onChange }: ListLayoutSwitchProps) => (
  <fieldset aria-label="Vorm van de lijst" className="hidden rounded-sm border bg-card p-0.5 shadow-xs sm:flex">
    {LAYOUTS.map(({ layout, label, icon: Icon }) => (
      <TooltipButton
        key={layout}
        variant="ghost"
        size="icon"
        hint={label}
        aria-label={label}
        aria-pressed={layout === chosen}
        className={cn("h-7 pointer-coarse:before:inset-x-0", layout === chosen ? "bg-accent" : "text-muted-foreground")}
        onClick={() => onChange(layout)}
      >
        <Icon />
      </TooltipButton>
    ))}
  </fieldset>
);

const DENSE_COLUMNS: readonly ColumnId[] = ["name", "title", "company", "owner", "rating", "class", "added"];

/** The columns of a dense list, whose rows are leads or invitations. */
export const denseColumns = <Row extends LeadRow>(
  actions: TableActions,
  selection?: SelectionBoxes<Lead>,
  ids: readonly ColumnId[] = DENSE_COLUMNS,
): VirtualColumn<Row>[] =>
  leadColumns(ids, { actions, ...(selection ? { selection } : {}) }).map((column) => ({
    ...column,
    cell: (row) => column.cell(leadOf(row)),
  }));
