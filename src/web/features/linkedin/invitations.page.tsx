import { Link } from "@tanstack/react-router";
import { CalendarDays, Clock, SearchX, UserPlus } from "lucide-react";
import { Suspense, useCallback, useRef, useState } from "react";
import { INVITATION_LISTS, type InvitationList, type InvitationQueue } from "#contract/linkedin.ts";
import { useSenders } from "#lib/api/senders.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { useShortcuts } from "#lib/browser/shortcuts.ts";
import { ListPage } from "#lib/lists/list-page.tsx";
import { AccountManagerSelect, useManagerFilters } from "#lib/lists/manager-filter.tsx";
import { selectionBoxes, useRowSelection } from "#lib/lists/row-selection.tsx";
import { countFilters, oneOf, textFilter, useDebouncedFilter } from "#lib/lists/url-filters.ts";
import { Button } from "#ui/button/button.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { TableSkeleton } from "#ui/feedback/loading.tsx";
import { Field } from "#ui/field/field.tsx";
import { SearchInput } from "#ui/field/input.tsx";
import { lazyComponent, ShortcutBlocker, usePreload } from "#ui/lazy-component.tsx";
import { Select } from "#ui/select/select.tsx";
import { FilterBar } from "#ui/table/filter-bar.tsx";
import { findSharedReason, invitationColumns } from "./invitation-columns.tsx";
import { useInvitations } from "./invitations.api.ts";

const InviteDialog = lazyComponent(() => import("#lib/leads/invite-dialog.tsx"), "InviteDialog");

const InvitationSelection = lazyComponent(() => import("./invitation-selection.tsx"), "InvitationSelection");

const invitationFilters = { lijst: oneOf(INVITATION_LISTS), afzender: textFilter(200), zoek: textFilter(200) };

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

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <Empty
    icon={SearchX}
    title="Geen uitnodigingen gevonden"
    text="In deze lijst is er niets met deze zoekterm."
    action={
      <Button variant="outline" size="sm" onClick={onClear}>
        Wis zoekterm
      </Button>
    }
  />
);

/** The invitation queue: what goes when, what waits and why, and what became of it. */
export function InvitationsPage() {
  useDocumentTitle("Uitnodigingen");
  const [{ lijst: list = "queued", afzender, zoek }, setFilters] = useManagerFilters(invitationFilters, "afzender");
  const query = useInvitations({ list, sender: afzender, search: zoek?.trim() || undefined });
  const writeSearch = useCallback((text: string) => setFilters({ zoek: text || undefined }, true), [setFilters]);
  const [searchText, setSearchText] = useDebouncedFilter(zoek ?? "", writeSearch);
  const searchBox = useRef<HTMLInputElement>(null);
  useShortcuts([{ label: "Zoeken", group: "Uitnodigingen", keys: "/", run: () => searchBox.current?.focus() }]);
  usePreload(InvitationSelection.preload);
  const senders = useSenders().data ?? [];
  const [isInviting, setIsInviting] = useState(false);
  const items = query.data?.items ?? NO_ITEMS;
  const selection = useRowSelection(`${list} ${afzender} ${zoek}`, items);
  const counts = query.data?.counts;
  const sharedReason = list === "queued" ? findSharedReason(items) : undefined;
  const boxes =
    list === "ended"
      ? undefined
      : selectionBoxes(
          selection,
          items.filter(({ isOfAutomation }) => !isOfAutomation),
          { allLabel: "Selecteer alle uitnodigingen", nameOf: ({ fullName }) => fullName },
        );
  const clearSearch = () => {
    setSearchText("");
    setFilters({ zoek: undefined });
  };
  const activeCount = countFilters({ afzender, lijst: list === "queued" ? undefined : list });
  const loadingText = query.isError ? "" : "Uitnodigingen laden...";
  return (
    <ListPage
      header={{
        actionsBelow: true,
        title: "Uitnodigingen",
        description: <span role="status">{counts ? describe(items.length, counts[list]) : loadingText}</span>,
        actions: (
          <>
            {/* Without its icon both buttons fit beside each other on a phone. */}
            <Button asChild variant="outline" className="max-sm:[&_svg]:hidden">
              <Link to="/planning" search={{ afzender: afzender }}>
                <CalendarDays />
                Zo gaat het eruit
              </Link>
            </Button>
            <Button onClick={() => setIsInviting(true)}>
              <UserPlus />
              Uitnodigen op rating
            </Button>
          </>
        ),
        filters:
          selection.ids.size > 0 ? (
            <Suspense fallback={<div className="h-9 sm:h-15" />}>
              <InvitationSelection list={list} selection={selection} rows={items} />
            </Suspense>
          ) : (
            <FilterBar
              activeCount={activeCount}
              search={
                // On a phone the button of the other filters, which has no label above it, is beside it.
                <Field label="Zoek" className="max-sm:[&_label]:sr-only">
                  <SearchInput
                    inputRef={searchBox}
                    value={searchText}
                    onValueChange={setSearchText}
                    placeholder="Naam, e-mail of bedrijf"
                    maxLength={200}
                    className="sm:w-64"
                  />
                </Field>
              }
              onClear={activeCount > 0 ? () => setFilters({ afzender: undefined, lijst: undefined }) : undefined}
              clearInSheetOnly
            >
              <Field label="Afzender">
                <AccountManagerSelect
                  names={senders.map(({ name }) => name)}
                  value={afzender}
                  onValueChange={(name) => setFilters({ afzender: name })}
                  all={{ value: "all", label: "Alle afzenders" }}
                />
              </Field>
              <Field label="Lijst" className="sm:w-64!">
                <Select
                  options={listOptions(counts)}
                  value={list}
                  onValueChange={(chosen) => setFilters({ lijst: chosen })}
                />
              </Field>
            </FilterBar>
          ),
      }}
      label="Uitnodigingen"
      list={{ query, items }}
      rows={{ columns: invitationColumns(list, sharedReason, boxes) }}
      notice={
        sharedReason && (
          <p className="mx-4 my-3 rounded-sm border bg-muted px-3 py-2 text-[0.8125rem] sm:mx-6">
            Alle uitnodigingen hieronder: {sharedReason}
          </p>
        )
      }
      skeleton={<TableSkeleton rows={10} />}
      empty={zoek ? <NothingFound onClear={clearSearch} /> : <Empty icon={Clock} {...EMPTY_TEXTS[list]} />}
      errorTitle="De uitnodigingen konden niet worden geladen"
    >
      <Suspense fallback={<ShortcutBlocker />}>
        {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
      </Suspense>
    </ListPage>
  );
}
