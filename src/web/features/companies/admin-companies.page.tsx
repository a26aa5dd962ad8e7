import { Building2, Plus } from "lucide-react";
import { type AdminCompany, RESTORE_DAYS } from "#contract/companies.ts";
import { useAdminCompanies } from "#lib/api/admin-queries.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { SearchedTable } from "#lib/lists/searched-table.tsx";
import { useTableView } from "#lib/lists/table-view.ts";
import { Button } from "#ui/button/button.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { useDialogSubject } from "#ui/dialog/dialog-state.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { SearchInput } from "#ui/field/search-input.tsx";
import { KeyboardHold } from "#ui/overlay/keyboard-hold.tsx";
import { lazyModule, usePreload } from "#ui/overlay/lazy-module.ts";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useDeleteCompany, useSyncHealth } from "./companies.api.ts";
import { COMPANY_TABLE, companyColumns } from "./company-table.tsx";
import { RecentlyDeletedButton } from "./recently-deleted.tsx";

const companyDialog = lazyModule(() => import("./company-dialog.tsx"));
const NONE: AdminCompany[] = [];

export function AdminCompaniesPage() {
  useDocumentTitle("Companies");
  const companies = useAdminCompanies();
  const view = useTableView(companies.data ?? NONE, COMPANY_TABLE);
  const dialog = useDialogSubject<AdminCompany | null>();
  const here = companyDialog.usePart(dialog.open, dialog.close);
  usePreload(companyDialog.fetch);
  const remove = useConfirmAndDeleteCompany();
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
      {!here && dialog.open && <KeyboardHold />}
    </>
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
