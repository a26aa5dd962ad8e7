import { Link } from "@tanstack/react-router";
import { CalendarDays, Clock } from "lucide-react";
import { type ComponentProps, Suspense, useCallback, useRef } from "react";
import { queueRoutes } from "#contract/queue.ts";
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
import { useFailedTotal, useQueued, useQueuedFlows, useQueuedTotal } from "./queue.api.ts";
import { useQueueDialogs } from "./queue-dialogs.tsx";
import { DUE_OPTIONS, type QueuedFilters, queuedFilters, statusOptions } from "./queue-filters.ts";
import { QueueScreen } from "./queue-screen.tsx";
import { queuedColumns } from "./queue-table.tsx";
import { findSharedProblems, findSharedWaits } from "./shared-waits.ts";

// Loaded on demand: only a company that has switched its channel sees it.
const ChannelSwitchNotice = lazyComponent(() => import("./channel-switch-notice.tsx"), "ChannelSwitchNotice");

// Loaded on demand: only the list of failed messages has it.
const RetryAllButton = lazyComponent(() => import("./retry-all-button.tsx"), "RetryAllButton");

// Loaded on demand: only while many messages have the same reason not to be sent.
const SharedWaitsNotice = lazyComponent(() => import("./shared-waits-notice.tsx"), "SharedWaitsNotice");

const NO_NARROWING = { accountmanager: undefined, datum: undefined, zoek: undefined };

const nextStep = (to: string, label: string) => (
  <Button asChild variant="outline" size="sm">
    <Link to={to}>{label}</Link>
  </Button>
);

const EMPTY = {
  icon: Clock,
  title: "Geen berichten gevonden die klaar staan om verzonden te worden",
  text: "Goedgekeurde berichten wachten hier op hun verzenddatum.",
  action: nextStep("/", "Berichten beoordelen"),
};
const NOTHING_FAILED = {
  icon: Clock,
  title: "Alle berichten zijn verstuurd of staan klaar",
  text: "Een bericht dat niet verstuurd kan worden, staat hier met de reden.",
  action: nextStep("/messages-sent", "Verstuurde berichten bekijken"),
};

type QueuedFilterFieldsProps = {
  filters: QueuedFilters;
  onChange: (filters: Partial<QueuedFilters>) => void;
  accountManagers: readonly string[];
  failedTotal: number | undefined;
};

const QueuedFilterFields = ({ filters, onChange, accountManagers, failedTotal }: QueuedFilterFieldsProps) => (
  <>
    <Field label="Accountmanager" className="sm:w-56!">
      <AccountManagerSelect
        names={accountManagers}
        value={filters.accountmanager}
        onValueChange={(accountmanager) => onChange({ accountmanager })}
      />
    </Field>
    <Field label="Status">
      <Select
        options={statusOptions(failedTotal)}
        value={filters.status ?? "waiting"}
        onValueChange={(status) => onChange({ status: status === "problem" ? status : undefined })}
      />
    </Field>
    <Field label="Datum">
      <Select
        options={DUE_OPTIONS}
        value={filters.datum ?? "all"}
        onValueChange={(datum) => onChange({ datum: datum === "all" ? undefined : datum })}
      />
    </Field>
  </>
);

type QueuedSearchProps = Pick<ComponentProps<typeof SearchInput>, "inputRef" | "value" | "onValueChange">;

const QueuedSearch = ({ inputRef, value, onValueChange }: QueuedSearchProps) => (
  <Field label="Zoeken" className="max-sm:[&_label]:sr-only sm:w-64">
    <SearchInput
      inputRef={inputRef}
      value={value}
      onValueChange={onValueChange}
      placeholder="Naam, e-mailadres of bedrijf"
      maxLength={200}
    />
  </Field>
);

type QueuedNoticesProps = { sharedWaits: ReturnType<typeof findSharedWaits>; hasMore: boolean };

/** A boundary each: the one that loads does not hide the other. */
const QueuedNotices = ({ sharedWaits, hasMore }: QueuedNoticesProps) => (
  <>
    <Suspense>
      <ChannelSwitchNotice className="mx-4 my-3 sm:mx-6" />
    </Suspense>
    <Suspense>{sharedWaits.length > 0 && <SharedWaitsNotice waits={sharedWaits} hasMore={hasMore} />}</Suspense>
  </>
);

export function QueuedPage() {
  useDocumentTitle("Messages Queued");
  const [filters, setFilters] = useManagerFilters(queuedFilters, "accountmanager");
  // The status chooses the list; only the other filters narrow it.
  const { zoek, status, datum, accountmanager } = filters;
  const narrowing = { accountmanager, datum: datum === "all" ? undefined : datum };
  const isFiltered = countFilters({ ...narrowing, zoek }) > 0;
  const list = useQueued(filters);
  const cancelled = useCancelledRows(list.items, JSON.stringify(filters));
  const dialogs = useQueueDialogs<ShownRow>((id) => urlOf(queueRoutes.queuedReport, { id }), list.items);
  const sharedWaits = (status === "problem" ? findSharedProblems : findSharedWaits)(cancelled.shown);
  const flows = useQueuedFlows();
  const failedTotal = useFailedTotal();
  const searchBox = useRef<HTMLInputElement>(null);
  useShortcuts([
    { label: "Zoeken", group: "Wachtrij", keys: "/", run: () => searchBox.current?.focus() },
    { label: "DO NOT SEND", group: "Wachtrij", keys: "x", run: () => pressInFocusedItem("[data-do-not-send]") },
  ]);
  const applySearch = useCallback((text: string) => setFilters({ zoek: text || undefined }, true), [setFilters]);
  const [search, setSearch] = useDebouncedFilter(filters.zoek ?? "", applySearch);
  const clear = () => setFilters(NO_NARROWING);
  const clearAll = () => setFilters({ ...NO_NARROWING, status: undefined });
  return (
    <QueueScreen
      title="Messages Queued"
      list={{ ...list, items: cancelled.shown }}
      totalOfStatus={useQueuedTotal(filters, isFiltered)}
      filters={{
        activeCount: countFilters({ ...narrowing, status }),
        onClear: isFiltered || status ? clearAll : undefined,
        clearInSheetOnly: true,
        search: <QueuedSearch inputRef={searchBox} value={search} onValueChange={setSearch} />,
        after: status === "problem" && list.items.length > 0 && (
          <Suspense>
            <RetryAllButton rows={list.items} total={list.total} />
          </Suspense>
        ),
        children: (
          <QueuedFilterFields
            filters={filters}
            onChange={setFilters}
            accountManagers={flows.data ?? []}
            failedTotal={failedTotal}
          />
        ),
      }}
      rowHeight="h-39 @2xl:h-15.5"
      columns={queuedColumns({
        ...dialogs,
        isFailed: filters.status === "problem",
        sharedWaits,
        onCancelled: cancelled.showAsCancelled,
        onUndone: ({ id }) => cancelled.forget(id),
      })}
      rowClassName={({ isCancelled }: ShownRow) => (isCancelled ? "opacity-60 grayscale" : undefined)}
      empty={status === "problem" ? NOTHING_FAILED : EMPTY}
      isFiltered={isFiltered}
      onClearFilters={clear}
      dialogs={dialogs.element}
      notice={<QueuedNotices sharedWaits={sharedWaits} hasMore={list.hasMore} />}
      actions={
        <Button asChild variant="outline">
          <Link to="/planning" search={{ afzender: accountmanager }}>
            <CalendarDays />
            Planning
          </Link>
        </Button>
      }
    />
  );
}
