import { Building2, Plus } from "lucide-react";
import type { AdminCompany } from "#contract/companies.ts";
import { useAdminCompanies } from "#lib/admin-queries.ts";
import { useDocumentTitle } from "#lib/document-title.ts";
import { SearchedTable } from "#lib/searched-table.tsx";
import { useTableView } from "#lib/table-view.ts";
import { Button } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { useFetchLater } from "#ui/fetch-later.ts";
import { later } from "#ui/later.ts";
import { Opening } from "#ui/opening.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { SearchInput } from "#ui/search-input.tsx";
import { useDialogSubject } from "#ui/use-dialog-subject.ts";
import { useSyncHealth } from "./companies.api.ts";
import { useCompanyRemoval } from "./company-removal.ts";
import { COMPANY_RULES, companyColumns } from "./company-table.tsx";
import { RecentlyDeletedButton } from "./recently-deleted-button.tsx";

const companyDialog = later(() => import("./company-dialog.tsx"));
const NONE: AdminCompany[] = [];

export function AdminCompaniesPage() {
  useDocumentTitle("Companies");
  const companies = useAdminCompanies();
  const view = useTableView(companies.data ?? NONE, COMPANY_RULES);
  const dialog = useDialogSubject<AdminCompany | null>();
  const here = companyDialog.usePart(dialog.open, dialog.close);
  useFetchLater(companyDialog.fetch);
  const remove = useCompanyRemoval();
  const healthOf = useSyncHealth();
  const add = (
    <Button onClick={() => dialog.show(null)}>
      <Plus />
      Bedrijf toevoegen
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Companies"
        count={companies.data && view.rows.length}
        actions={
          <>
            <RecentlyDeletedButton />
            {add}
          </>
        }
        filters={
          <SearchInput
            value={view.query}
            onValueChange={view.setQuery}
            aria-label="Zoek een bedrijf"
            placeholder="Zoek op naam, plaats of e-mail"
            className="max-w-sm"
          />
        }
      />
      <div className="px-1 pb-6 sm:px-3">
        <SearchedTable
          label="Companies"
          source={companies}
          view={view}
          columns={companyColumns(view, { onEdit: dialog.show, onDelete: (company) => void remove(company) }, healthOf)}
          problem="De bedrijven konden niet worden geladen"
          empty={
            <Empty
              icon={Building2}
              title="Nog geen bedrijven"
              text="Het eerste bedrijf dat je toevoegt, komt hier."
              action={add}
            />
          }
          onOpen={dialog.show}
        />
      </div>
      {here && <here.CompanyDialog open={dialog.open} company={dialog.subject} onClose={dialog.close} />}
      {!here && dialog.open && <Opening />}
    </>
  );
}
