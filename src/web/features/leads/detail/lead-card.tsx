import { PanelRightOpen } from "lucide-react";
import type { ReactNode } from "react";
import type { Lead } from "#contract/leads.ts";
import { ListContent, type ListContentProps } from "#lib/lists/list-page.tsx";
import type { RowSelection } from "#lib/lists/row-selection.tsx";
import { Button } from "#ui/button/button.tsx";
import { PersonSkeleton, Skeleton, SkeletonGroup } from "#ui/feedback/loading.tsx";
import { Card } from "#ui/page/card.tsx";
import { ColumnsSkeleton } from "#ui/table/columns-skeleton.tsx";
import { TableSkeleton } from "#ui/table/table-skeleton.tsx";
import type { VirtualColumn } from "#ui/table/virtual-table.tsx";
import { leadBoxes } from "../all-leads/lead-selection.tsx";
import { type ColumnId, LEAD_ROW_HEIGHT, type TableActions } from "../lead-table.tsx";
import { type LeadRow, leadOf } from "../leads.api.ts";
import { denseColumns, type ListLayout } from "../list-layout.tsx";
import { LeadBadges, LeadButtons } from "./lead-buttons.tsx";
import { LeadFacts, LeadPerson, LeadTexts, leadName } from "./lead-details.tsx";

type LeadCardProps = {
  lead: Lead;
  actions: TableActions;
  /** The checkbox of a list in which leads can be selected. */
  checkbox?: ReactNode;
  /** Extra content of a particular list. */
  children?: ReactNode;
};

/** A lead in a list of cards. LeadPopup shows the same, with the timeline. */
export const LeadCard = ({ lead, actions, checkbox, children }: LeadCardProps) => (
  <article aria-label={leadName(lead)} className="h-full">
    <Card className="flex h-full flex-col gap-3 p-4">
      <LeadPerson lead={lead} heading="h2" linksToPage>
        <span className="flex items-center gap-1">
          {checkbox && <span className="grid size-8 place-items-center">{checkbox}</span>}
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Details van ${leadName(lead)}`}
            onClick={() => actions.onOpen(lead)}
          >
            <PanelRightOpen />
          </Button>
        </span>
      </LeadPerson>
      <LeadBadges lead={lead} actions={actions} />
      {children}
      <LeadTexts lead={lead} />
      <LeadFacts lead={lead} />
      <div className="-mx-4 -mb-4 mt-auto flex flex-wrap items-center justify-between gap-2 border-t px-4 py-2.5">
        <LeadButtons lead={lead} actions={actions} />
      </div>
    </Card>
  </article>
);

const SKELETON_KEYS = ["first", "second", "third"];

const LeadCardSkeletons = () => (
  <SkeletonGroup label="Leads laden..." className="flex flex-col gap-3">
    {SKELETON_KEYS.map((card) => (
      <div key={card} className="flex flex-col gap-3 rounded-md border bg-card p-4 shadow-xs">
        <PersonSkeleton />
        <Skeleton className="w-56" />
        <Skeleton className="h-14" />
        <div className="grid grid-cols-3 gap-3">
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
        </div>
      </div>
    ))}
  </SkeletonGroup>
);

type LeadListProps<Row> = Pick<ListContentProps<Row>, "label" | "list" | "empty" | "total"> & {
  layout: ListLayout;
  actions: TableActions;
  /** The columns of the lead in the dense table, if not all of them. */
  leadColumnIds?: readonly ColumnId[];
  /** Columns of a particular list, after those of the lead. */
  moreColumns?: readonly VirtualColumn<Row>[];
  /** Lets users select leads for an action with several at once. */
  selection?: RowSelection;
  /** The card of a row, with its checkbox. */
  children: (row: Row, checkbox: ReactNode) => ReactNode;
};

/** Estimated height; cards are measured once rendered. */
const CARD_HEIGHT = 430;

/** A list of leads as cards, or as rows of a dense table. */
export const LeadList = <Row extends LeadRow>({
  layout,
  actions,
  leadColumnIds,
  moreColumns = [],
  selection,
  children,
  ...content
}: LeadListProps<Row>) => {
  const errors = {
    errorTitle: "De leads konden niet worden geladen",
    nextPageError: "De volgende leads konden niet worden geladen.",
  };
  const boxes = selection && leadBoxes(selection, content.list.items.map(leadOf));
  if (layout === "cards")
    return (
      <div className="mx-auto w-full max-w-3xl px-3 py-4 sm:px-6">
        <ListContent
          {...content}
          {...errors}
          rows={{ card: (row) => children(row, boxes?.one(leadOf(row))), cardHeight: CARD_HEIGHT }}
          // Before the scripts have loaded, a phone shows this skeleton too, and its rows follow.
          skeleton={
            <>
              <div className="max-sm:hidden">
                <LeadCardSkeletons />
              </div>
              <div className="sm:hidden">
                <TableSkeleton rows={10} />
              </div>
            </>
          }
        />
      </div>
    );
  const columns = [...denseColumns<Row>(actions, boxes, leadColumnIds), ...moreColumns];
  return (
    <div className="px-1 pb-6 sm:px-3">
      <ListContent
        {...content}
        {...errors}
        rows={{ columns, onOpen: (row) => actions.onOpen(leadOf(row)) }}
        skeleton={<ColumnsSkeleton columns={columns} rowClassName={LEAD_ROW_HEIGHT} cardLines="two" />}
      />
    </div>
  );
};
