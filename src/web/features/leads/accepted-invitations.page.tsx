import { SearchX, UserCheck } from "lucide-react";
import { invitationsRoutes } from "#contract/invitations.ts";
import { useAddressFilters } from "#lib/address-filters.ts";
import { addressOf } from "#lib/api.ts";
import { useDocumentTitle } from "#lib/document-title.ts";
import { Button } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { Field } from "#ui/field.tsx";
import { FilterBar } from "#ui/filter-bar.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Select } from "#ui/select.tsx";
import {
  ALL,
  addressFilters,
  CLASS_OPTIONS,
  countText,
  DATE_OPTIONS,
  NO_FILTERS,
  nameOptions,
} from "./accepted-filters.ts";
import { ExportButton, hasExport } from "./export-button.tsx";
import { InvitationFlow } from "./invitation-flow.tsx";
import { LeadCard } from "./lead-card.tsx";
import { LeadCardList } from "./lead-card-list.tsx";
import { useAcceptedCounts, useAcceptedInvitations, useConnectedWith } from "./leads.api.ts";
import { useLeadDialogs } from "./use-lead-dialogs.tsx";

const unlessAll = <Value extends string>(value: Value | typeof ALL): Value | undefined =>
  value === ALL ? undefined : (value as Value);

export function AcceptedInvitationsPage() {
  useDocumentTitle("Accepted Invitations");
  const [filters, setFilters] = useAddressFilters(addressFilters);
  const { connectedWith, classification, connectedDate } = filters;
  const filtered = Object.values(filters).some(Boolean);
  const clear = () => setFilters(NO_FILTERS);
  const names = useConnectedWith().data ?? [];
  const counts = useAcceptedCounts(filters).data;
  const list = useAcceptedInvitations(filters);
  const { actions, dialogs } = useLeadDialogs(list.items.map(({ lead }) => lead));
  const waiting = list.query.isError ? "" : "Uitnodigingen laden...";
  return (
    <>
      <PageHeader
        title="Accepted Invitations"
        description={
          <span role="status">
            {list.query.data && counts ? countText(list.items.length, counts.matching, counts.total) : waiting}
          </span>
        }
        actions={
          hasExport(list) && <ExportButton address={addressOf(invitationsRoutes.exportAccepted, undefined, filters)} />
        }
        filters={
          <FilterBar onClear={filtered ? clear : undefined}>
            <Field label="Connected With">
              <Select
                options={nameOptions(names, connectedWith)}
                value={connectedWith ?? ALL}
                onValueChange={(name) => setFilters({ connectedWith: unlessAll(name) })}
              />
            </Field>
            <Field label="Lead Classification">
              <Select
                options={CLASS_OPTIONS}
                value={classification ?? ALL}
                onValueChange={(value) => setFilters({ classification: unlessAll(value) })}
              />
            </Field>
            <Field label="Connected Date">
              <Select
                options={DATE_OPTIONS}
                value={connectedDate ?? ALL}
                onValueChange={(value) => setFilters({ connectedDate: unlessAll(value) })}
              />
            </Field>
          </FilterBar>
        }
      />
      <LeadCardList
        label="Accepted Invitations"
        list={list}
        total={counts?.matching}
        empty={<NothingHere onClear={filtered ? clear : undefined} />}
      >
        {({ lead }) => (
          <LeadCard lead={lead} actions={actions}>
            <InvitationFlow lead={lead} />
          </LeadCard>
        )}
      </LeadCardList>
      {dialogs}
    </>
  );
}

const NothingHere = ({ onClear }: { onClear: (() => void) | undefined }) =>
  onClear ? (
    <Empty
      icon={SearchX}
      title="Geen uitnodigingen gevonden"
      text="Met deze filters is er niets."
      action={
        <Button variant="outline" size="sm" onClick={onClear}>
          Wis Filters
        </Button>
      }
    />
  ) : (
    <Empty
      icon={UserCheck}
      title="Nog geen geaccepteerde uitnodigingen"
      text="Zodra iemand een uitnodiging accepteert, zie je dat hier."
    />
  );
