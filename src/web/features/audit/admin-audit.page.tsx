import { useAdminCompanies } from "#lib/api/admin-queries.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { useUrlFilters } from "#lib/lists/url-filters.ts";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAuditChoices, useAuditLog } from "./audit.api.ts";
import { AuditFilterBar, auditFilters, hasFilters, NO_FILTERS } from "./audit-filter-bar.tsx";

import { AuditLog } from "./audit-log.tsx";

export function AdminAuditPage() {
  useDocumentTitle("Audit log");
  const [filters, setFilters] = useUrlFilters(auditFilters);
  const log = useAuditLog(filters);
  const companies = useAdminCompanies().data ?? [];
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Wie wat wanneer wijzigde, over alle bedrijven"
        filters={
          <AuditFilterBar
            filters={filters}
            onChange={setFilters}
            choices={useAuditChoices().data}
            companies={companies.map(({ id, name }) => ({ value: id, label: name }))}
          />
        }
      />
      <div className="pb-6 sm:px-3">
        <AuditLog log={log} withCompany onClear={hasFilters(filters) ? () => setFilters(NO_FILTERS) : undefined} />
      </div>
    </>
  );
}
