import { Link } from "@tanstack/react-router";
import { CalendarDays, Clock, RotateCw } from "lucide-react";
import { Suspense, useCallback, useRef } from "react";
import { type QueuedMessage, queueRoutes } from "#contract/queue.ts";
import { urlOf } from "#lib/api/api.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { useShortcuts } from "#lib/browser/shortcuts.ts";
import { pressInFocusedItem } from "#lib/lists/list-shortcuts.ts";
import { AccountManagerSelect, useManagerFilters } from "#lib/lists/manager-filter.tsx";
import { countFilters, useDebouncedFilter } from "#lib/lists/url-filters.ts";
import { Button } from "#ui/button/button.tsx";
import { Field } from "#ui/field/field.tsx";
import { SearchInput } from "#ui/field/input.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { Select } from "#ui/select/select.tsx";

import { type ShownRow, useCancelledRows } from "./cancelled-rows.ts";
import { useFailedTotal, useQueued, useQueuedFlows, useQueuedTotal, useRetryAll } from "./queue.api.ts";
import { useQueueDialogs } from "./queue-dialogs.tsx";
import { DUE_OPTIONS, queuedFilters, statusOptions } from "./queue-filters.ts";
import { QueueScreen } from "./queue-screen.tsx";
import { queuedColumns } from "./queue-table.tsx";

// Loaded on demand: only a company that has switched its channel sees it.
const ChannelSwitchNotice = lazyComponent(() => import("./channel-switch-notice.tsx"), "ChannelSwitchNotice");

const EMPTY = {
  icon: Clock,
  title: "Geen berichten gevonden die klaar staan om verzonden te worden",
  text: "Goedgekeurde berichten wachten hier op hun verzenddatum.",
};

export function QueuedPage() {
  useDocumentTitle("Messages Queued");
  const [filters, setFilters] = useManagerFilters(queuedFilters, "accountmanager");
  // The status chooses the list; only the other filters narrow it.
  const { zoek, status, datum, accountmanager } = filters;
  const narrowing = { accountmanager, datum: datum === "all" ? undefined : datum };
  const isFiltered = countFilters({ ...narrowing, zoek }) > 0;
  const list = useQueued(filters);
  const cancelled = useCancelledRows(list.items, JSON.stringify(filters));
  const dialogs = useQueueDialogs<ShownRow>((id) => urlOf(queueRoutes.queuedReport, { id }));
  const flows = useQueuedFlows();
  const failedTotal = useFailedTotal();
  const searchBox = useRef<HTMLInputElement>(null);
  useShortcuts([
    { label: "Zoeken", group: "Wachtrij", keys: "/", run: () => searchBox.current?.focus() },
    { label: "DO NOT SEND", group: "Wachtrij", keys: "x", run: () => pressInFocusedItem("[data-do-not-send]") },
  ]);
  const applySearch = useCallback((text: string) => setFilters({ zoek: text || undefined }, true), [setFilters]);
  const [search, setSearch] = useDebouncedFilter(filters.zoek ?? "", applySearch);
  const clear = () => setFilters({ accountmanager: undefined, datum: undefined, zoek: undefined });
  const clearAll = () =>
    setFilters({ accountmanager: undefined, datum: undefined, zoek: undefined, status: undefined });
  return (
    <QueueScreen
      title="Messages Queued"
      list={{ ...list, items: cancelled.shown }}
      totalOfStatus={useQueuedTotal(filters, isFiltered)}
      filters={{
        activeCount: countFilters({ ...narrowing, status }),
        onClear: isFiltered || status ? clearAll : undefined,
        clearInSheetOnly: true,
        search: (
          <Field label="Zoeken" className="max-sm:[&_label]:sr-only sm:w-56">
            <SearchInput
              inputRef={searchBox}
              value={search}
              onValueChange={setSearch}
              placeholder="Naam, e-mail of bedrijf"
              maxLength={200}
            />
          </Field>
        ),
        after: status === "problem" && list.items.length > 0 && <RetryAllButton rows={list.items} total={list.total} />,
        children: (
          <>
            <Field label="Account manager" className="sm:w-56!">
              <AccountManagerSelect
                names={flows.data ?? []}
                value={filters.accountmanager}
                onValueChange={(accountmanager) => setFilters({ accountmanager })}
              />
            </Field>
            <Field label="Status">
              <Select
                options={statusOptions(failedTotal)}
                value={filters.status ?? "waiting"}
                onValueChange={(status) => setFilters({ status: status === "problem" ? status : undefined })}
              />
            </Field>
            <Field label="Datum">
              <Select
                options={DUE_OPTIONS}
                value={filters.datum ?? "all"}
                onValueChange={(datum) => setFilters({ datum: datum === "all" ? undefined : datum })}
              />
            </Field>
          </>
        ),
      }}
      rowHeight="@2xl:h-15.5"
      columns={queuedColumns({
        ...dialogs,
        isFailed: filters.status === "problem",
        onCancelled: cancelled.add,
        onUndone: ({ id }) => cancelled.remove(id),
      })}
      rowClassName={({ isCancelled }: ShownRow) => (isCancelled ? "opacity-60 grayscale" : undefined)}
      empty={EMPTY}
      isFiltered={isFiltered}
      onClearFilters={clear}
      dialogs={dialogs.element}
      notice={
        <Suspense>
          <ChannelSwitchNotice className="mx-4 my-3 sm:mx-6" />
        </Suspense>
      }
      actions={
        <Button asChild variant="outline">
          <Link to="/planning" search={{ afzender: accountmanager }}>
            <CalendarDays />
            Zo gaat het eruit
          </Link>
        </Button>
      }
    />
  );
}

function RetryAllButton({ rows, total }: { rows: readonly QueuedMessage[]; total: number }) {
  const { mutate, isPending } = useRetryAll();
  return (
    <Button
      data-keep-on-phone
      variant="outline"
      className="w-full sm:w-auto!"
      busy={isPending}
      onClick={() => mutate(rows.map(({ id }) => id))}
    >
      <RotateCw />
      {rows.length < total ? `De eerste ${rows.length} opnieuw proberen` : `Alles opnieuw proberen (${rows.length})`}
    </Button>
  );
}
