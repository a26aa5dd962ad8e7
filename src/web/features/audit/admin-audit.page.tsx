import { useAdminCompanies } from "#lib/api/admin-queries.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { ListPage } from "#lib/lists/list-page.tsx";
import { useUrlFilters } from "#lib/lists/url-filters.ts";
import { useAuditFilterOptions, useAuditLog } from "./audit.api.ts";
import { AuditFilterBar, auditFilters, hasFilters, NO_FILTERS } from "./audit-filter-bar.tsx";
import { auditList } from "./audit-log.tsx";

export function AdminAuditPage() {
  useDocumentTitle("Audit log");
  const [filters, setFilters] = useUrlFilters(auditFilters);
  const log = useAuditLog(filters);
  const filterOptions = useAuditFilterOptions().data;
  const companies = useAdminCompanies().data ?? [];
  const filterBar = (
    <AuditFilterBar
      filters={filters}
      onChange={setFilters}
      filterOptions={filterOptions}
      companies={companies.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
  return (
    <ListPage
      header={{
        title: "Audit log",
        description: "Wie heeft wat gewijzigd, en wanneer, in alle bedrijven",
        filters: filterBar,
      }}
      {...auditList({
        log,
        withCompany: true,
        onClearFilters: hasFilters(filters) ? () => setFilters(NO_FILTERS) : undefined,
      })}
    />
  );
}
