import { Link } from "@tanstack/react-router";
import { CalendarDays, Clock, UserPlus } from "lucide-react";
import { type ComponentProps, Suspense, useCallback, useRef, useState } from "react";
import {
  INVITATION_LISTS,
  type InvitationList,
  type InvitationQueue,
  type QueuedInvitation,
} from "#contract/invitation-queue.ts";
import { useSenders } from "#lib/api/senders.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { useShortcuts } from "#lib/browser/shortcuts.ts";
import { ListPage } from "#lib/lists/list-page.tsx";
import { AccountManagerSelect, useManagerFilters } from "#lib/lists/manager-filter.tsx";
import { selectionBoxes, useRowSelection } from "#lib/lists/row-selection.tsx";
import { countFilters, type FiltersOf, oneOf, textFilter, useDebouncedFilter } from "#lib/lists/url-filters.ts";
import { useCompanyCard } from "#lib/session/session.ts";
import { Button } from "#ui/button/button.tsx";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { NoMatches } from "#ui/feedback/no-matches.tsx";
import { Field } from "#ui/field/field.tsx";
import { SearchInput } from "#ui/field/input.tsx";
import { lazyComponent, ShortcutBlocker, usePreload } from "#ui/lazy-component.tsx";
import { Select } from "#ui/select/select.tsx";
import { FilterBar } from "#ui/table/filter-bar.tsx";
import { TableSkeleton } from "#ui/table/table-skeleton.tsx";
import { findSharedReason, invitationColumns } from "./invitation-columns.tsx";
import { useInvitations } from "./invitations.api.ts";

const InviteDialog = lazyComponent(() => import("#lib/leads/invite-dialog.tsx"), "InviteDialog");

const RecordHistoryDialog = lazyComponent(() => import("#lib/sync/record-history.tsx"), "RecordHistoryDialog");

const InvitationSelection = lazyComponent(() => import("./invitation-selection.tsx"), "InvitationSelection");

const invitationFilters = { lijst: oneOf(INVITATION_LISTS), afzender: textFilter(200), zoek: textFilter(200) };

type InvitationFilters = FiltersOf<typeof invitationFilters>;

const LIST_LABELS: Readonly<Record<InvitationList, string>> = {
  queued: "In de wachtrij",
  held: "In de wacht",
  sent: "Verstuurd, geen reactie",
  ended: "Niet geaccepteerd",
};

const EMPTY_TEXTS: Readonly<Record<InvitationList, { title: string; text: string }>> = {
  queued: {
    title: "Geen uitnodigingen in de wachtrij",
    text: "Kies leads in All Leads of Hot Leads, of nodig de best beoordeelde leads uit.",
  },
  held: { title: "Niets in de wacht", text: "Een uitnodiging die je in de wacht zet, staat hier." },
  sent: {
    title: "Geen openstaande uitnodigingen",
    text: "Verstuurde uitnodigingen waarop nog geen reactie is, staan hier.",
  },
  ended: {
    title: "Niets ingetrokken of geweigerd",
    text: "Uitnodigingen die zijn ingetrokken, genegeerd of geweigerd staan hier.",
  },
};

type NoInvitationsProps = { list: InvitationList; onShow: (list: InvitationList) => void };

/** With a next step: leads to invite, or the list from which an invitation comes into this one. */
const NoInvitations = ({ list, onShow }: NoInvitationsProps) => {
  const before = list === "ended" ? "sent" : "queued";
  const showBefore = () => {
    // The button disappears.
    document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
    onShow(before);
  };
  return (
    <Empty
      icon={Clock}
      {...EMPTY_TEXTS[list]}
      action={
        list === "queued" ? (
          <>
            <Button asChild variant="outline" size="sm">
              <Link to="/all-leads">Naar All Leads</Link>
            </Button>
            <Button asChild variant="outline" size="sm">
              <Link to="/hot-leads">Naar Hot Leads</Link>
            </Button>
          </>
        ) : (
          <Button variant="outline" size="sm" onClick={showBefore}>
            {before === "sent" ? "Openstaande uitnodigingen bekijken" : "Wachtrij bekijken"}
          </Button>
        )
      }
    />
  );
};

const NO_ITEMS: InvitationQueue["items"] = [];

const listOptions = (counts: InvitationQueue["counts"] | undefined) =>
  INVITATION_LISTS.map((value) => ({
    value,
    label: counts ? `${LIST_LABELS[value]} (${counts[value].toLocaleString("nl-NL")})` : LIST_LABELS[value],
  }));

const describe = (shown: number, total: number): string => {
  if (shown < total) return `De eerste ${shown} van ${total.toLocaleString("nl-NL")}`;
  return total === 1 ? "1 uitnodiging" : `${total.toLocaleString("nl-NL")} uitnodigingen`;
};

const InvitationActions = ({ sender, onInvite }: { sender: string | undefined; onInvite: () => void }) => (
  <>
    {/* Without its icon both buttons fit beside each other on a phone. */}
    <Button asChild variant="outline" className="max-sm:[&_svg]:hidden">
      <Link to="/planning" search={{ afzender: sender }}>
        <CalendarDays />
        Planning
      </Link>
    </Button>
    <Button onClick={onInvite}>
      <UserPlus />
      Uitnodigen op rating
    </Button>
  </>
);

type InvitationFilterBarProps = {
  filters: InvitationFilters;
  onChange: (filters: Partial<InvitationFilters>) => void;
  counts: InvitationQueue["counts"] | undefined;
  search: Pick<ComponentProps<typeof SearchInput>, "inputRef" | "value" | "onValueChange">;
};

function InvitationFilterBar({ filters, onChange, counts, search }: InvitationFilterBarProps) {
  const { lijst: list = "queued", afzender } = filters;
  const senders = useSenders().data ?? [];
  const activeCount = countFilters({ afzender, lijst: list === "queued" ? undefined : list });
  return (
    <FilterBar
      activeCount={activeCount}
      search={
        // No visible label on a phone: the filter button on the same row has none, and the two must align.
        <Field label="Zoek" className="max-sm:[&_label]:sr-only">
          <SearchInput {...search} placeholder="Naam, e-mailadres of bedrijf" maxLength={200} className="sm:w-64" />
        </Field>
      }
      onClear={activeCount > 0 ? () => onChange({ afzender: undefined, lijst: undefined }) : undefined}
      clearInSheetOnly
    >
      <Field label="Afzender">
        <AccountManagerSelect
          names={senders.map(({ name }) => name)}
          value={afzender}
          onValueChange={(name) => onChange({ afzender: name })}
          all={{ value: "all", label: "Alle afzenders" }}
        />
      </Field>
      <Field label="Lijst" className="sm:w-64!">
        <Select options={listOptions(counts)} value={list} onValueChange={(chosen) => onChange({ lijst: chosen })} />
      </Field>
    </FilterBar>
  );
}

/** "Wacht op de automatisering." becomes "Alle uitnodigingen hieronder wachten op de automatisering." */
const sharedReasonText = (reason: string): string =>
  reason.startsWith("Wacht ")
    ? `Alle uitnodigingen hieronder wachten ${reason.slice("Wacht ".length)}`
    : `Voor alle uitnodigingen hieronder geldt: ${reason}`;

type SetFilters = (filters: Partial<InvitationFilters>, replace?: boolean) => void;

function useInvitationSearch(zoek: string | undefined, setFilters: SetFilters) {
  const writeSearch = useCallback((text: string) => setFilters({ zoek: text || undefined }, true), [setFilters]);
  const [value, onValueChange] = useDebouncedFilter(zoek ?? "", writeSearch);
  const inputRef = useRef<HTMLInputElement>(null);
  useShortcuts([{ label: "Zoeken", group: "Uitnodigingen", keys: "/", run: () => inputRef.current?.focus() }]);
  return { inputRef, value, onValueChange };
}

/** The invitations of the chosen list, and which of them are selected. */
function useInvitationRows({ lijst: list = "queued", afzender, zoek }: InvitationFilters) {
  const { query, hasMore, loadMore } = useInvitations({ list, sender: afzender, search: zoek?.trim() || undefined });
  const items = query.data?.items ?? NO_ITEMS;
  const listKey = `${list} ${afzender} ${zoek}`;
  const selection = useRowSelection(
    query.isPlaceholderData ? `${listKey} loading` : listKey,
    items,
    !query.hasNextPage && !query.isFetching,
  );
  const boxes =
    list === "ended"
      ? undefined
      : selectionBoxes(
          selection,
          items.filter(({ isOfAutomation }) => !isOfAutomation),
          { allLabel: "Selecteer alle uitnodigingen", nameOf: ({ fullName }) => fullName },
        );
  return { query, items, hasMore, loadMore, selection, boxes };
}

type InvitationDialogsProps = {
  isInviting: boolean;
  onInviteEnd: () => void;
  history: ReturnType<typeof useDialogSubject<QueuedInvitation>>;
};

const InvitationDialogs = ({ isInviting, onInviteEnd, history }: InvitationDialogsProps) => (
  <Suspense fallback={<ShortcutBlocker />}>
    {isInviting && <InviteDialog onClose={onInviteEnd} />}
    {history.subject && (
      <RecordHistoryDialog
        open={history.open}
        onClose={history.close}
        table="invitations"
        recordId={history.subject.id}
        name={`Uitnodiging aan ${history.subject.fullName}`}
      />
    )}
  </Suspense>
);

/** The invitation queue: what goes when, what waits and why, and what became of it. */
export function InvitationsPage() {
  useDocumentTitle("Uitnodigingen");
  const [filters, setFilters] = useManagerFilters(invitationFilters, "afzender");
  const { lijst: list = "queued", afzender, zoek } = filters;
  const { query, items, hasMore, loadMore, selection, boxes } = useInvitationRows(filters);
  const search = useInvitationSearch(zoek, setFilters);
  usePreload(InvitationSelection.preload);
  const [isInviting, setIsInviting] = useState(false);
  const syncsWithAirtable = useCompanyCard(false).data?.syncsWithAirtable === true;
  const history = useDialogSubject<QueuedInvitation>();
  const counts = query.data?.counts;
  const sharedReason = list === "queued" ? findSharedReason(items) : undefined;
  const clearFilters = () => {
    search.onValueChange("");
    setFilters({ zoek: undefined, afzender: undefined });
  };
  const loadingText = query.isError ? "" : "Uitnodigingen laden...";
  return (
    <ListPage
      header={{
        actionsBelow: true,
        title: "Uitnodigingen",
        description: <span role="status">{counts ? describe(items.length, counts[list]) : loadingText}</span>,
        actions: <InvitationActions sender={afzender} onInvite={() => setIsInviting(true)} />,
        filters:
          selection.ids.size > 0 ? (
            <Suspense fallback={<div className="h-9 sm:h-15" />}>
              <InvitationSelection list={list} selection={selection} rows={items} />
            </Suspense>
          ) : (
            <InvitationFilterBar filters={filters} onChange={setFilters} counts={counts} search={search} />
          ),
      }}
      label="Uitnodigingen"
      list={{ query, items, hasMore, loadMore }}
      total={counts?.[list]}
      rows={{
        columns: invitationColumns(list, {
          sharedReason,
          boxes,
          onHistory: syncsWithAirtable ? history.show : undefined,
        }),
      }}
      notice={
        sharedReason && (
          <p className="mx-4 my-3 rounded-sm border bg-muted px-3 py-2 text-[0.8125rem] sm:mx-6">
            {sharedReasonText(sharedReason)}
          </p>
        )
      }
      skeleton={<TableSkeleton rows={10} />}
      empty={
        zoek || afzender ? (
          <NoMatches
            title="Geen uitnodigingen gevonden"
            text="In deze lijst is er niets met deze filters."
            onClearFilters={clearFilters}
          />
        ) : (
          <NoInvitations list={list} onShow={(next) => setFilters({ lijst: next })} />
        )
      }
      errorTitle="De uitnodigingen konden niet worden geladen"
      nextPageError="De volgende uitnodigingen konden niet worden geladen."
    >
      <InvitationDialogs isInviting={isInviting} onInviteEnd={() => setIsInviting(false)} history={history} />
    </ListPage>
  );
}
