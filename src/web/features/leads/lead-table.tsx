import { PanelRightOpen } from "lucide-react";
import type { ReactNode } from "react";
import type { LeadSort } from "#contract/lead-lists.ts";
import type { Lead } from "#contract/leads.ts";
import { formatDate, formatDateThisYear, useToday } from "#lib/dates/dates.ts";
import { LeadLink, LinkedInMark } from "#lib/leads/lead-link.tsx";
import type { SelectionBoxes } from "#lib/lists/row-selection.tsx";
import { ExternalLink, webUrl } from "#ui/content/external-link.tsx";
import { CompactRating } from "#ui/content/star-rating.tsx";
import { CellText } from "#ui/table/table.tsx";
import type { VirtualColumn } from "#ui/table/virtual-table.tsx";
import { ClassificationButton, type LeadActions } from "./detail/lead-buttons.tsx";
import { leadName } from "./detail/lead-details.tsx";

type SortableColumn = "fullName" | "dateAdded" | "leadRating";

/** The sort order after clicking a column header. Dates and ratings start descending: newest and best first. */
export const nextSort = (sort: LeadSort, column: SortableColumn): LeadSort => {
  const [firstOrder, secondOrder]: [LeadSort, LeadSort] =
    column === "fullName" ? ["fullName", "-fullName"] : [`-${column}`, column];
  return sort === firstOrder ? secondOrder : firstOrder;
};

export const directionOf = (sort: LeadSort, column: SortableColumn): "ascending" | "descending" | "none" => {
  if (sort === column) return "ascending";
  return sort === `-${column}` ? "descending" : "none";
};

/** All columns in their order; the first eight are those of the default table. */
export const COLUMN_LABELS = {
  name: "Full Name",
  added: "Date Added",
  title: "Title",
  company: "Company",
  owner: "Contact Owner",
  rating: "Lead Rating",
  class: "Classification",
  hubspot: "HubSpot ID",
  email: "E-mailadres",
  phone: "Telefoon",
  location: "Plaats",
  industry: "Branche",
  employees: "Medewerkers",
  website: "Website",
  allocated: "Lead Allocated",
  provider: "Provider ID",
} as const;

export type ColumnId = keyof typeof COLUMN_LABELS;
export const isColumnId = (id: unknown): id is ColumnId => typeof id === "string" && Object.hasOwn(COLUMN_LABELS, id);

export const DEFAULT_COLUMNS: readonly ColumnId[] = [
  "name",
  "added",
  "title",
  "company",
  "owner",
  "rating",
  "class",
  "hubspot",
];

/** Of a skeleton: a card, and a row in a wide container. */
export const LEAD_ROW_HEIGHT = "h-18 @2xl:h-11";

export type TableActions = LeadActions & { onOpen: (lead: Lead) => void };

type ColumnSettings = {
  /** Checkboxes in the column of the name: a column of their own would be one more than the table has by default. */
  selection?: SelectionBoxes<Lead>;
  /** Without it the columns cannot be sorted. */
  sorting?: { sort: LeadSort; onSort: (sort: LeadSort) => void };
  actions: TableActions;
};

type Cell = Pick<VirtualColumn<Lead>, "width" | "cell" | "className" | "inCard"> & { sortBy?: SortableColumn };

/** Not on the line of details of a card. */
const NOTHING = <span className="@max-2xl:hidden">–</span>;

const textCell = (width: string, text: (lead: Lead) => string | null, inCard?: Cell["inCard"]): Cell => ({
  width,
  cell: (lead) => (inCard === "detail" && !text(lead) ? NOTHING : <CellText text={text(lead)} />),
  inCard,
});

/**
 * The title in the table; on a card "title · company" as one text, so that only its end is cut off. The company is generated
 * content: its own cell, which the card hides, already has the text.
 */
const positionCell: Cell["cell"] = ({ title, company }) => (
  <span
    data-company={title && company ? ` · ${company}` : (company ?? "")}
    className="block truncate @max-2xl:after:content-[attr(data-company)]"
  >
    {title ? <CellText text={title} /> : NOTHING}
  </span>
);

const cells = (actions: TableActions, selection?: SelectionBoxes<Lead>): Record<ColumnId, Cell> => ({
  name: {
    width: "minmax(12.75rem, 2fr)",
    cell: (lead) => (
      <NameCell lead={lead} onOpen={() => actions.onOpen(lead)}>
        {selection?.one(lead)}
      </NameCell>
    ),
    sortBy: "fullName",
    inCard: "title",
  },
  added: {
    width: "6.75rem",
    cell: ({ dateAdded }) => <AddedDate at={dateAdded} />,
    sortBy: "dateAdded",
    inCard: "hidden",
  },
  title: textCell("minmax(6.5rem, 1.65fr)", ({ title }) => title, "detail"),
  company: textCell("minmax(6.5rem, 1.8fr)", ({ company }) => company, "detail"),
  owner: textCell("minmax(7.75rem, 1.2fr)", ({ contractOwner }) => contractOwner, "hidden"),
  rating: {
    width: "6.25rem",
    cell: ({ leadRating }) => <CompactRating value={leadRating} className={leadRating === null ? "unrated" : ""} />,
    sortBy: "leadRating",
    // A card without a rating leaves its room to the company.
    className: "@max-2xl:has-[.unrated]:hidden",
    inCard: "value",
  },
  class: {
    width: "10rem",
    cell: (lead) => <ClassificationButton lead={lead} actions={actions} />,
    inCard: "badge",
  },
  hubspot: {
    ...textCell("7.5rem", ({ hubspotId }) => hubspotId, "hidden"),
    className: "text-muted-foreground",
  },
  email: textCell("minmax(9rem, 1.4fr)", ({ email }) => email),
  phone: textCell("8.5rem", ({ phone }) => phone),
  location: textCell("minmax(6rem, 1fr)", ({ location }) => location),
  industry: textCell("minmax(7rem, 1fr)", ({ industry }) => industry),
  employees: textCell("7rem", ({ employees }) => employees),
  website: { width: "minmax(7rem, 1fr)", cell: ({ website }) => <WebsiteCell website={website} /> },
  allocated: textCell("minmax(7rem, 1fr)", ({ leadAllocated }) => leadAllocated),
  provider: { ...textCell("9rem", ({ providerId }) => providerId), className: "text-muted-foreground" },
});

export const leadColumns = (
  ids: readonly ColumnId[],
  { sorting, selection, actions }: ColumnSettings,
): VirtualColumn<Lead>[] => {
  const all = cells(actions, selection);
  if (ids.includes("title") && ids.includes("company")) {
    all.title.cell = positionCell;
    all.company.inCard = "hidden";
  }
  return ids.map((id) => {
    const { sortBy, ...cell } = all[id];
    const headerStart = id === "name" ? { headerStart: selection?.all } : {};
    const column = { id, label: COLUMN_LABELS[id], ...headerStart, ...cell };
    if (!sortBy || !sorting) return column;
    const { sort, onSort } = sorting;
    const direction = directionOf(sort, sortBy);
    // A card shows by what it is sorted.
    const inCard = direction !== "none" && cell.inCard === "hidden" ? "value" : cell.inCard;
    return { ...column, inCard, sort: direction, onSort: () => onSort(nextSort(sort, sortBy)) };
  });
};

/** A click anywhere else in the row opens the popup; the last button does so for the keyboard, and is seen when it has the focus. */
const NameCell = ({ lead, onOpen, children }: { lead: Lead; onOpen: () => void; children: ReactNode }) => (
  <span className="relative flex min-w-0 items-center gap-1.5">
    {children}
    {/* A long name takes two lines: it is never cut off. */}
    <LeadLink id={lead.id} className="wrap-break-word min-w-0 whitespace-normal leading-5">
      {leadName(lead)}
    </LeadLink>
    {/* Above the last button, which is at the same place beside a long name. */}
    <span className="relative z-1 flex">
      <LinkedInMark url={lead.linkedInUrl} name={leadName(lead)} />
    </span>
    <button
      type="button"
      aria-label={`Details van ${leadName(lead)}`}
      title="Details"
      onClick={onOpen}
      className="absolute right-0 grid size-6 place-items-center rounded-sm border bg-card text-muted-foreground opacity-0 focus-visible:opacity-100 max-sm:hidden"
    >
      <PanelRightOpen aria-hidden className="size-4" />
    </button>
  </span>
);

/** On a card without the current year. Proportional: tabular figures would space out the hyphens. */
const AddedDate = ({ at }: { at: string }) => (
  <time dateTime={at} className="proportional-nums!">
    <span className="@max-2xl:hidden">{formatDate(at)}</span>
    <span className="@2xl:hidden">{formatDateThisYear(at, useToday())}</span>
  </time>
);

const WebsiteCell = ({ website }: { website: string | null }) => {
  const site = webUrl(website);
  return site ? <ExternalLink href={site}>{website}</ExternalLink> : <CellText text={website} />;
};
