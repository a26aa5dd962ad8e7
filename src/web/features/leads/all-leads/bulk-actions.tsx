import { Bookmark, Tag, Trash2, UserPlus, UserRound, X } from "lucide-react";
import { type ComponentType, type KeyboardEvent, Suspense, useState } from "react";
import { DELETED } from "#contract/classification.ts";
import type { LeadFilters, LeadSort } from "#contract/lead-lists.ts";
import { MAX_BULK_LEADS } from "#contract/leads.ts";
import { CLASSIFICATION_CHOICES } from "#lib/labels/classification.ts";
import { formatLeadCount } from "#lib/labels/person.ts";
import type { RowSelection } from "#lib/lists/row-selection.tsx";
import { Button } from "#ui/button/button.tsx";
import { Badge, Kbd } from "#ui/content/badge.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#ui/overlay/dropdown-menu.tsx";
import { useClassifyLeads, useSelectAll } from "./bulk-actions.api.ts";
import type { BulkActionProps } from "./lead-selection.tsx";

/** A digit chooses the nth class, as for one lead. */
const chooseNth = (event: KeyboardEvent<HTMLElement>) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  event.currentTarget.querySelectorAll<HTMLElement>("[role=menuitem]")[Number(event.key) - 1]?.click();
};

function ClassifyAction({ ids, onDone }: BulkActionProps) {
  const { mutate } = useClassifyLeads();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" size="sm">
          <Tag />
          Classificatie
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent onKeyDown={chooseNth}>
        {CLASSIFICATION_CHOICES.map(({ value, label, tone }, index) => (
          <DropdownMenuItem key={value} onSelect={() => mutate({ ids, classification: value }, { onSuccess: onDone })}>
            <Badge tone={tone}>{label}</Badge>
            {/* By its style: the text of the item is that of the class. */}
            <Kbd
              aria-hidden
              data-digit={index + 1}
              className="ml-auto before:content-[attr(data-digit)] max-sm:hidden"
            />
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

const TagDialog = lazyComponent(() => import("./tag-dialog.tsx"), "TagDialog");

function TagAction({ ids, onDone }: BulkActionProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <Bookmark />
        Label
      </Button>
      <Suspense>{open && <TagDialog ids={ids} onClose={() => setOpen(false)} onDone={onDone} />}</Suspense>
    </>
  );
}

const OwnerDialog = lazyComponent(() => import("./owner-dialog.tsx"), "OwnerDialog");

function OwnerAction({ ids, onDone }: BulkActionProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <UserRound />
        Contact Owner
      </Button>
      <Suspense>{open && <OwnerDialog ids={ids} onClose={() => setOpen(false)} onDone={onDone} />}</Suspense>
    </>
  );
}

const InviteDialog = lazyComponent(() => import("#lib/leads/invite-dialog.tsx"), "InviteDialog");

function InviteAction({ ids, onDone }: BulkActionProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <UserPlus />
        Nodig uit
      </Button>
      <Suspense>{open && <InviteDialog ids={ids} onClose={() => setOpen(false)} onDone={onDone} />}</Suspense>
    </>
  );
}

function DeleteAction({ ids, onDone }: BulkActionProps) {
  const confirm = useConfirm();
  const { mutate } = useClassifyLeads();
  const remove = async () => {
    const confirmed = await confirm({
      title: `${formatLeadCount(ids.length)} verwijderen?`,
      text: "Ze verdwijnen uit alle lijsten en hun klaarstaande berichten worden gestopt. Herstellen kan dertig dagen.",
      confirmLabel: `${formatLeadCount(ids.length)} verwijderen`,
      tone: "destructive",
    });
    if (confirmed) mutate({ ids, classification: DELETED }, { onSuccess: onDone });
  };
  return (
    <Button variant="ghost-danger" size="sm" onClick={() => void remove()}>
      <Trash2 />
      Verwijderen
    </Button>
  );
}

// Only companies that use the built-in writer need it.
const LazyWriterAction = lazyComponent(() => import("./writer-action.tsx"), "WriterAction");
const WriterAction = (props: BulkActionProps) => (
  <Suspense>
    <LazyWriterAction {...props} />
  </Suspense>
);

/** What can be done with selected leads, in the order on the screen. A new action is a component in this list. */
const BULK_ACTIONS: readonly ComponentType<BulkActionProps>[] = [
  ClassifyAction,
  OwnerAction,
  TagAction,
  InviteAction,
  WriterAction,
  DeleteAction,
];

const ROW = "main [data-list-item]";

/** Focuses the row, or the one that is in its place when it has left the list. */
const goOn = (row: HTMLElement | null | undefined) => {
  const inItsPlace = document.querySelector<HTMLElement>(`${ROW}[data-index="${row?.dataset["index"]}"]`);
  (row?.isConnected ? row : inItsPlace)?.focus();
};

/** Ref of the bar, which disappears with the selection: the keyboard goes on at the row that was selected last. */
function returnFocusToList(bar: HTMLElement | null) {
  if (!bar) return;
  let row = document.activeElement?.closest<HTMLElement>(ROW);
  let isKeyboard = false;
  const rememberKeyboard = ({ target }: FocusEvent) => {
    isKeyboard = target instanceof Element && target.matches(":focus-visible");
  };
  // The key that selects a row clicks its checkbox too.
  const rememberRow = ({ target }: MouseEvent) => {
    const box = target instanceof Element && target.closest("[data-selects-range]");
    if (box) row = box.closest<HTMLElement>(ROW);
  };
  document.addEventListener("focusin", rememberKeyboard);
  document.addEventListener("click", rememberRow, { capture: true });
  return () => {
    document.removeEventListener("focusin", rememberKeyboard);
    document.removeEventListener("click", rememberRow, { capture: true });
    if (!isKeyboard) return;
    // Once the row is painted that takes the place of a deleted one.
    requestAnimationFrame(() => requestAnimationFrame(() => document.activeElement === document.body && goOn(row)));
  };
}

type BulkActionBarProps = {
  selection: RowSelection;
  /** How many leads the list has, loaded or not. */
  total?: number | undefined;
  /** Of the list, by which leads that are not loaded can be selected too. */
  query?: LeadFilters & { sort: LeadSort };
};

export function BulkActionBar({ selection, total = 0, query }: BulkActionBarProps) {
  const selectAll = useSelectAll();
  const ids = [...selection.ids].slice(0, MAX_BULK_LEADS);
  const others = [...selection.ids].slice(MAX_BULK_LEADS);
  const isCut = total > MAX_BULK_LEADS || selection.ids.size > MAX_BULK_LEADS;
  return (
    // In one row, as high as the filters that it replaces: at the first checkbox the list would move away from the pointer.
    <div
      ref={returnFocusToList}
      role="toolbar"
      aria-label="Selectie"
      className="flex min-h-9 flex-wrap items-center gap-x-2 sm:gap-y-2 xl:flex-nowrap"
    >
      <p role="status" className="whitespace-nowrap sm:mr-2 font-medium tabular-nums">
        {others.length > 0
          ? `De eerste ${ids.length} van ${formatLeadCount(selection.ids.size)} geselecteerd`
          : `${formatLeadCount(ids.length)} geselecteerd`}
      </p>
      {query && ids.length < Math.min(total, MAX_BULK_LEADS) && (
        <Button
          variant="link"
          size="sm"
          className="h-8 px-1.5"
          onClick={() => selectAll.mutate(query, { onSuccess: (all) => selection.select(all) })}
        >
          {isCut ? `Selecteer de eerste ${MAX_BULK_LEADS}` : `Selecteer alle ${total.toLocaleString("nl-NL")}`}
        </Button>
      )}
      <Button variant="ghost" size="icon" aria-label="Wis selectie" title="Wis selectie" onClick={selection.clear}>
        <X />
      </Button>
      {/* On a phone one line that scrolls: the list keeps its place on the screen. */}
      <div className="flex items-center gap-2 max-sm:fade-while-more max-sm:w-full max-sm:overflow-x-auto max-sm:py-1 max-sm:[&>*]:shrink-0 sm:ml-auto sm:flex-wrap xl:flex-nowrap xl:max-2xl:[&_button]:px-2.5 xl:max-2xl:[&_svg]:hidden">
        {BULK_ACTIONS.map((Action) => (
          <Action key={Action.name} ids={ids} onDone={() => selection.select(others)} />
        ))}
      </div>
    </div>
  );
}
