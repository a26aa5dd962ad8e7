import { Link } from "@tanstack/react-router";
import { ArrowRight, UserCheck, UserPlus } from "lucide-react";
import { Fragment } from "react";
import { CLASSIFICATIONS, classificationLabel } from "#contract/classification.ts";
import {
  type AcceptedInvitation,
  CONNECTED_DATES,
  type ConnectedDate,
  invitationsRoutes,
} from "#contract/invitations.ts";
import { urlOf } from "#lib/api/api.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { formatDate, formatLongDate } from "#lib/dates/dates.ts";
import { AccountManagerSelect, useManagerFilters } from "#lib/lists/manager-filter.tsx";
import { countFilters, type FiltersOf, oneOf, textFilter } from "#lib/lists/url-filters.ts";
import { Button } from "#ui/button/button.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { NoMatches } from "#ui/feedback/no-matches.tsx";
import { Field } from "#ui/field/field.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { Select } from "#ui/select/select.tsx";
import { FilterBar } from "#ui/table/filter-bar.tsx";
import { CellText } from "#ui/table/table.tsx";
import type { VirtualColumn } from "#ui/table/virtual-table.tsx";
import { LeadCard, LeadList } from "./detail/lead-card.tsx";
import { useLeadDialogs } from "./detail/use-lead-dialogs.tsx";
import { canExport, ExportButton } from "./export-button.tsx";
import type { ColumnId } from "./lead-table.tsx";
import { useAcceptedCounts, useAcceptedInvitations, useConnectedWith } from "./leads.api.ts";
import { ListLayoutSwitch, useListLayout } from "./list-layout.tsx";

export const ALL = "ALL";

/** Filters in the URL. */
export const acceptedFilters = {
  connectedWith: textFilter(200),
  classification: oneOf(CLASSIFICATIONS),
  connectedDate: oneOf(CONNECTED_DATES),
};

export const NO_FILTERS = { connectedWith: undefined, classification: undefined, connectedDate: undefined };

export const CLASSIFICATION_OPTIONS = [
  { value: ALL, label: ALL },
  ...CLASSIFICATIONS.map((value) => ({ value, label: classificationLabel(value) })),
] as const;

export const DATE_OPTIONS = [
  { value: ALL, label: ALL },
  { value: "today", label: "Today" },
  { value: "yesterday", label: "Yesterday" },
  { value: "last_week", label: "Last week" },
  { value: "last_month", label: "Last month" },
  { value: "last_year", label: "Last year" },
] as const satisfies readonly { value: ConnectedDate | typeof ALL; label: string }[];

export const countText = (loaded: number, matching: number, total: number): string => {
  const format = (count: number) => count.toLocaleString("nl-NL");
  const loadedText = `${format(loaded)} van ${format(matching)} geladen`;
  return matching === total ? loadedText : `${loadedText} · ${format(total)} in totaal`;
};

/** The dates on which the lead was added, invited and accepted. */
function InvitationDates({ lead }: { lead: AcceptedInvitation }) {
  const steps = [
    { label: "Toegevoegd", at: lead.dateAdded },
    { label: "Date Invited", at: lead.dateInvited },
    { label: "Date Accepted", at: lead.dateAccepted },
  ];
  return (
    <div className="rounded-sm border bg-background px-3 py-2">
      <dl className="flex flex-col gap-x-3 gap-y-1 text-[0.8125rem] sm:flex-row sm:flex-wrap sm:items-center">
        {steps.map(({ label, at }, index) => (
          <Fragment key={label}>
            {index > 0 && <ArrowRight aria-hidden className="size-4 shrink-0 text-muted-foreground max-sm:hidden" />}
            <div className="max-sm:flex max-sm:items-baseline max-sm:justify-between">
              <dt className="text-muted-foreground text-xs">{label}</dt>
              <dd className="tabular-nums">{formatLongDate(at) || "–"}</dd>
            </div>
          </Fragment>
        ))}
      </dl>
      {lead.connectedWith && (
        <p className="mt-1.5 text-muted-foreground text-xs">Connected With: {lead.connectedWith}</p>
      )}
    </div>
  );
}

type InvitationRow = { id: string; lead: AcceptedInvitation };

/** Without the owner and the date of the lead: with the three columns of the invitation they do not fit beside the menu. */
const LEAD_COLUMNS: readonly ColumnId[] = ["name", "title", "company", "rating", "class"];

const INVITATION_COLUMNS: readonly VirtualColumn<InvitationRow>[] = [
  {
    id: "connectedWith",
    label: "Connected With",
    width: "minmax(8.5rem, 1fr)",
    cell: ({ lead }) => <CellText text={lead.connectedWith} />,
    inCard: "hidden",
  },
  {
    id: "invited",
    label: "Date Invited",
    width: "7.5rem",
    cell: ({ lead }) => <CellText text={formatDate(lead.dateInvited)} />,
    inCard: "hidden",
  },
  {
    id: "accepted",
    label: "Date Accepted",
    width: "7.5rem",
    className: "@max-2xl:text-[0.8125rem]",
    cell: ({ lead }) => (
      <>
        <CellText text={formatDate(lead.dateAccepted)} />
        {lead.connectedWith && <span className="ml-1 text-muted-foreground @2xl:hidden">· {lead.connectedWith}</span>}
      </>
    ),
  },
];

const undefinedIfAll = <Value extends string>(value: Value | typeof ALL): Value | undefined =>
  value === ALL ? undefined : (value as Value);

type InvitationFilters = FiltersOf<typeof acceptedFilters>;

type InvitationFilterBarProps = {
  filters: InvitationFilters;
  onChange: (change: InvitationFilters) => void;
  /** Undefined without filters. */
  onClear: (() => void) | undefined;
};

function InvitationFilterBar({ filters, onChange, onClear }: InvitationFilterBarProps) {
  const { connectedWith, classification, connectedDate } = filters;
  const names = useConnectedWith().data ?? [];
  return (
    <FilterBar isIconButton activeCount={countFilters(filters)} onClear={onClear}>
      <Field label="Connected With">
        <AccountManagerSelect
          names={names}
          value={connectedWith}
          onValueChange={(name) => onChange({ connectedWith: name })}
          all={{ value: ALL, label: ALL }}
        />
      </Field>
      <Field label="Lead Classification">
        <Select
          options={CLASSIFICATION_OPTIONS}
          value={classification ?? ALL}
          onValueChange={(value) => onChange({ classification: undefinedIfAll(value) })}
        />
      </Field>
      <Field label="Connected Date">
        <Select
          options={DATE_OPTIONS}
          value={connectedDate ?? ALL}
          onValueChange={(value) => onChange({ connectedDate: undefinedIfAll(value) })}
        />
      </Field>
    </FilterBar>
  );
}

export function AcceptedInvitationsPage() {
  useDocumentTitle("Accepted Invitations");
  const [filters, setFilters] = useManagerFilters(acceptedFilters, "connectedWith");
  const isFiltered = countFilters(filters) > 0;
  const clear = () => setFilters(NO_FILTERS);
  const { data: counts, isError: hasNoCounts } = useAcceptedCounts(filters);
  const list = useAcceptedInvitations(filters);
  const [layout, setLayout] = useListLayout();
  const { actions, dialogs } = useLeadDialogs(
    list.items.map(({ lead }) => lead),
    () => list.hasMore && list.loadMore(),
  );
  const loadingText = list.query.isError || hasNoCounts ? "" : "Uitnodigingen laden...";
  return (
    <>
      <PageHeader
        isOneLine
        className="max-sm:items-center"
        title="Accepted Invitations"
        description={
          <span role="status">
            {list.query.data && counts ? countText(list.items.length, counts.matching, counts.total) : loadingText}
          </span>
        }
        actions={
          <>
            <Button asChild variant="outline" className="max-sm:px-2.5">
              <Link to="/invitations">
                <UserPlus />
                <span className="max-sm:sr-only">Uitnodigingen</span>
              </Link>
            </Button>
            <ListLayoutSwitch layout={layout} onChange={setLayout} />
            {canExport(list) && <ExportButton url={urlOf(invitationsRoutes.exportAccepted, undefined, filters)} />}
          </>
        }
        filters={
          <InvitationFilterBar filters={filters} onChange={setFilters} onClear={isFiltered ? clear : undefined} />
        }
      />
      <LeadList
        label="Accepted Invitations"
        list={list}
        total={counts?.matching}
        layout={layout}
        actions={actions}
        leadColumnIds={LEAD_COLUMNS}
        moreColumns={INVITATION_COLUMNS}
        empty={<NoInvitations onClearFilters={isFiltered ? clear : undefined} />}
      >
        {({ lead }) => (
          <LeadCard lead={lead} actions={actions}>
            <InvitationDates lead={lead} />
          </LeadCard>
        )}
      </LeadList>
      {dialogs}
    </>
  );
}

const NoInvitations = ({ onClearFilters }: { onClearFilters: (() => void) | undefined }) =>
  onClearFilters ? (
    <NoMatches title="Geen uitnodigingen gevonden" onClearFilters={onClearFilters} />
  ) : (
    <Empty
      icon={UserCheck}
      title="Nog geen geaccepteerde uitnodigingen"
      text="Zodra iemand een uitnodiging accepteert, zie je dat hier."
      action={
        <Button asChild variant="outline" size="sm">
          <Link to="/invitations">Uitnodigingen bekijken</Link>
        </Button>
      }
    />
  );
