import { useAddressFilters } from "#lib/address-filters.ts";
import { Card, CardDescription, CardHeader, CardTitle } from "#ui/card.tsx";
import { useOwnAuditChoices, useOwnAuditLog } from "./audit.api.ts";
import { AuditFilterBar } from "./audit-filter-bar.tsx";
import { hasFilters, NO_FILTERS, ownAuditFilters } from "./audit-filters.ts";
import { AuditLog } from "./audit-log.tsx";

/** What was done in one's own company. */
export function OwnAuditCard() {
  const [filters, setFilters] = useAddressFilters(ownAuditFilters, { keepScroll: true });
  const log = useOwnAuditLog(filters);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Wijzigingslog</CardTitle>
        <CardDescription>Wie wat wanneer wijzigde in jouw bedrijf</CardDescription>
      </CardHeader>
      <div className="px-4 py-4 sm:px-5">
        <AuditFilterBar filters={filters} onChange={setFilters} choices={useOwnAuditChoices().data} />
      </div>
      <div className="border-t pb-1 sm:px-2">
        <AuditLog log={log} onClear={hasFilters(filters) ? () => setFilters(NO_FILTERS) : undefined} />
      </div>
    </Card>
  );
}
