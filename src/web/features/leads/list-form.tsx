import { LayoutList, Rows3 } from "lucide-react";
import { useState } from "react";
import { readStored, writeStored } from "#lib/browser/browser-storage.ts";
import { useCurrentUser } from "#lib/session/session.ts";
import { TooltipButton } from "#ui/button/tooltip-button.tsx";
import { cn } from "#ui/cn.ts";
import type { VirtualColumn } from "#ui/table/virtual-table.tsx";
import { useIsPhone } from "#ui/use-media-query.ts";
import { type ColumnId, leadColumns, type SelectionBoxes, type TableActions } from "./lead-table.tsx";
import { type LeadRow, leadOf } from "./leads.api.ts";

const FORMS = [
  { form: "cards", label: "Kaarten", icon: LayoutList },
  { form: "rows", label: "Compacte lijst", icon: Rows3 },
] as const;

export type ListForm = (typeof FORMS)[number]["form"];

/** Cards or a dense list of rows. One choice for all lists of leads, remembered in this browser. A phone shows each row as a short card. */
export function useListForm(): [form: ListForm, setForm: (form: ListForm) => void] {
  const key = `lead-list-form:${useCurrentUser().id}`;
  const isPhone = useIsPhone();
  const [form, setState] = useState<ListForm>(() => (readStored(key) === "rows" ? "rows" : "cards"));
  const setForm = (next: ListForm) => {
    setState(next);
    writeStored(key, next);
  };
  return [isPhone ? "rows" : form, setForm];
}

type ListFormSwitchProps = { form: ListForm; onChange: (form: ListForm) => void };

/** Chooses between cards and a dense list. Hidden on a phone, which always shows the dense list. */
export const ListFormSwitch = ({ form: chosen, onChange }: ListFormSwitchProps) => (
  <fieldset aria-label="Vorm van de lijst" className="hidden rounded-sm border bg-card p-0.5 shadow-xs sm:flex">
    {FORMS.map(({ form, label, icon: Icon }) => (
      <TooltipButton
        key={form}
        variant="ghost"
        size="icon"
        hint={label}
        aria-label={label}
        aria-pressed={form === chosen}
        className={cn("h-7", form === chosen ? "bg-accent" : "text-muted-foreground")}
        onClick={() => onChange(form)}
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
  selection?: SelectionBoxes,
): VirtualColumn<Row>[] =>
  leadColumns(DENSE_COLUMNS, { actions, ...(selection ? { selection } : {}) }).map((column) => ({
    ...column,
    cell: (row) => column.cell(leadOf(row)),
  }));
