import { Building2, Plus } from "lucide-react";
import { Suspense } from "react";
import { type AdminCompany, RESTORE_DAYS } from "#contract/companies.ts";
import { useAdminCompanies } from "#lib/api/admin-queries.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { SearchedListPage } from "#lib/lists/searched-list-page.tsx";
import { useTableView } from "#lib/lists/table-view.ts";
import { Button } from "#ui/button/button.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { lazyComponent, ShortcutBlocker, usePreload } from "#ui/lazy-component.tsx";
import { useDeleteCompany, useSyncHealth } from "./companies.api.ts";
import { COMPANY_TABLE, companyColumns } from "./company-table.tsx";
import { RecentlyDeletedButton } from "./recently-deleted.tsx";

const CompanyDialog = lazyComponent(() => import("./company-dialog.tsx"), "CompanyDialog");
const NO_COMPANIES: AdminCompany[] = [];

export function AdminCompaniesPage() {
  useDocumentTitle("Companies");
  const companies = useAdminCompanies();
  const view = useTableView(companies.data ?? NO_COMPANIES, COMPANY_TABLE);
  const dialog = useDialogSubject<AdminCompany | "new">();
  usePreload(CompanyDialog.preload);
  const remove = useConfirmAndDeleteCompany();
  const healthOf = useSyncHealth();
  const addButton = (
    <Button onClick={() => dialog.show("new")}>
      <Plus />
      Bedrijf toevoegen
    </Button>
  );
  return (
    <SearchedListPage
      title="Companies"
      actions={
        <>
          <RecentlyDeletedButton />
          {addButton}
        </>
      }
      search={{ label: "Zoek een bedrijf", placeholder: "Zoek op naam, plaats of e-mailadres" }}
      source={companies}
      view={view}
      columns={companyColumns(view, { onEdit: dialog.show, onDelete: (company) => void remove(company) }, healthOf)}
      onOpen={dialog.show}
      errorTitle="De bedrijven konden niet worden geladen"
      empty={
        <Empty
          icon={Building2}
          title="Nog geen bedrijven"
          text="Het eerste bedrijf dat je toevoegt, komt hier."
          action={addButton}
        />
      }
    >
      <Suspense fallback={<ShortcutBlocker />}>
        {dialog.hasOpened && (
          <CompanyDialog
            open={dialog.open}
            company={dialog.subject === "new" ? null : dialog.subject}
            onClose={dialog.close}
          />
        )}
      </Suspense>
    </SearchedListPage>
  );
}

function useConfirmAndDeleteCompany() {
  const confirm = useConfirm();
  const { mutate } = useDeleteCompany();
  return async ({ id, name }: AdminCompany) => {
    const confirmed = await confirm({
      title: `Are you sure you want to delete ${name}?`,
      text: `Iedereen van dit bedrijf wordt meteen uitgelogd. Het bedrijf is nog ${RESTORE_DAYS} dagen te herstellen.`,
      confirmLabel: "Verwijderen",
      tone: "destructive",
    });
    if (confirmed) mutate(id);
  };
}
