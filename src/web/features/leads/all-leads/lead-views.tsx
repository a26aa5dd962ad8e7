import { Bookmark, Check, Pencil, Plus, RotateCcw, Save, Trash2, Users } from "lucide-react";
import { type KeyboardEvent, Suspense } from "react";
import type { LeadView, LeadViewSettings } from "#contract/lead-views.ts";
import { Button } from "#ui/button/button.tsx";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";
import { lazyComponent, ShortcutBlocker } from "#ui/lazy-component.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#ui/overlay/dropdown-menu.tsx";
import { useDeleteView, useLeadViews, useSaveView } from "./lead-views.api.ts";

const ViewDialog = lazyComponent(() => import("./view-dialog.tsx"), "ViewDialog");

/** A digit opens the nth view. */
const openNth = (event: KeyboardEvent<HTMLElement>) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const nth = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-view]")][Number(event.key) - 1];
  if (!nth) return;
  event.preventDefault();
  nth.click();
};

type LeadViewsProps = {
  /** The id of the view that was opened. */
  openId: string | undefined;
  /** What the screen shows now. */
  current: LeadViewSettings;
  /** Null shows all leads again. */
  onOpen: (view: LeadView | null) => void;
};

/** The saved views of All Leads: open one, save what the screen shows, and change or delete the open one. */
export function LeadViews({ openId, current, onOpen }: LeadViewsProps) {
  const query = useLeadViews();
  const views = query.data ?? [];
  const open = views.find(({ id }) => id === openId);
  const { mutate: save } = useSaveView();
  const remove = useDeleteView(() => onOpen(null));
  const dialog = useDialogSubject<LeadView | null>();
  const groups = [
    { label: "Mijn weergaven", views: views.filter(({ sharedBy }) => sharedBy === null) },
    { label: "Gedeeld door collega's", views: views.filter(({ sharedBy }) => sharedBy !== null) },
  ];
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline" data-key="w" className="max-w-60">
            <Bookmark />
            <span className="truncate">{open?.name ?? "Weergaven"}</span>
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent onKeyDown={openNth} className="w-72">
          {query.error && !query.data && (
            <DropdownMenuItem onSelect={() => void query.refetch()} className="text-danger">
              <RotateCcw />
              De weergaven konden niet worden geladen. Opnieuw proberen
            </DropdownMenuItem>
          )}
          {groups.map(
            (group) =>
              group.views.length > 0 && (
                <div key={group.label}>
                  <DropdownMenuLabel>{group.label}</DropdownMenuLabel>
                  {group.views.map((view) => (
                    <ViewItem key={view.id} view={view} isOpen={view === open} onOpen={() => onOpen(view)} />
                  ))}
                  <DropdownMenuSeparator />
                </div>
              ),
          )}
          {open && (
            <DropdownMenuItem onSelect={() => onOpen(null)}>
              <RotateCcw />
              Alle leads tonen
            </DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={() => dialog.show(null)}>
            <Plus />
            Opslaan als nieuwe weergave...
          </DropdownMenuItem>
          {open?.mayChange && (
            <>
              <DropdownMenuItem onSelect={() => save({ id: open.id, settings: current })}>
                <Save />
                <span className="truncate">Wijzigingen opslaan in "{open.name}"</span>
              </DropdownMenuItem>
              <DropdownMenuItem onSelect={() => dialog.show(open)}>
                <Pencil />
                Naam en delen...
              </DropdownMenuItem>
              <DropdownMenuItem tone="destructive" onSelect={() => void remove(open)}>
                <Trash2 />
                Weergave verwijderen
              </DropdownMenuItem>
            </>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {dialog.open && (
        <Suspense fallback={<ShortcutBlocker />}>
          <ViewDialog view={dialog.subject} settings={current} onClose={dialog.close} onAdded={onOpen} />
        </Suspense>
      )}
    </>
  );
}

type ViewItemProps = { view: LeadView; isOpen: boolean; onOpen: () => void };

const ViewItem = ({ view: { name, isShared, sharedBy }, isOpen, onOpen }: ViewItemProps) => (
  <DropdownMenuItem data-view onSelect={onOpen}>
    {isShared ? <Users aria-label="Gedeeld" /> : <Bookmark aria-hidden />}
    <span className="min-w-0 flex-1 truncate">
      {name}
      {sharedBy && <span className="text-muted-foreground"> · {sharedBy}</span>}
    </span>
    {isOpen && <Check aria-label="Geopend" className="text-link!" />}
  </DropdownMenuItem>
);
