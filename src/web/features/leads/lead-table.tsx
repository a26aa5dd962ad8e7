import type { Lead, LeadSort } from "#contract/leads.ts";
import { formatDate } from "#lib/dates/dates.ts";
import { StarRating } from "#ui/content/star-rating.tsx";
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

type ColumnSettings = {
  sort: LeadSort;
  onSort: (sort: LeadSort) => void;
  actions: LeadActions & { onOpen: (lead: Lead) => void };
};

export const leadColumns = ({ sort, onSort, actions }: ColumnSettings): VirtualColumn<Lead>[] => {
  const sortBy = (column: SortableColumn) => ({
    sort: directionOf(sort, column),
    onSort: () => onSort(nextSort(sort, column)),
  });
  return [
    {
      id: "name",
      label: "Full Name",
      width: "minmax(0, 1.4fr)",
      cell: (lead) => <NameCell lead={lead} onOpen={() => actions.onOpen(lead)} />,
      ...sortBy("fullName"),
    },
    {
      id: "added",
      label: "Date Added",
      width: "7.5rem",
      cell: ({ dateAdded }) => <time dateTime={dateAdded}>{formatDate(dateAdded)}</time>,
      ...sortBy("dateAdded"),
    },
    {
      id: "title",
      label: "Title",
      width: "minmax(0, 1.4fr)",
      cell: ({ title }) => <CellText text={title} />,
    },
    {
      id: "company",
      label: "Company",
      width: "minmax(0, 1.2fr)",
      cell: ({ company }) => <CellText text={company} />,
    },
    {
      id: "owner",
      label: "Contact Owner",
      width: "minmax(7.5rem, 1fr)",
      cell: ({ contractOwner }) => <CellText text={contractOwner} />,
    },
    {
      id: "rating",
      label: "Lead Rating",
      width: "12.75rem",
      cell: ({ leadRating }) => <StarRating value={leadRating} />,
      ...sortBy("leadRating"),
    },
    {
      id: "class",
      label: "Classification",
      width: "11.25rem",
      cell: (lead) => <ClassificationButton lead={lead} actions={actions} />,
    },
    {
      id: "hubspot",
      label: "HubSpot ID",
      width: "8rem",
      cell: ({ hubspotId }) => <CellText text={hubspotId} />,
      className: "text-muted-foreground",
    },
  ];
};

/** The whole row opens on click; this button does so for the keyboard. */
const NameCell = ({ lead, onOpen }: { lead: Lead; onOpen: () => void }) => (
  <button
    type="button"
    onClick={onOpen}
    className="max-w-full cursor-pointer truncate rounded-xs text-left font-medium hover:underline"
  >
    {leadName(lead)}
  </button>
);
