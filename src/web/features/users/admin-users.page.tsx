import { UserPlus, Users } from "lucide-react";
import type { AdminUser } from "#contract/users.ts";
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
import { useUserChanges } from "./user-changes.ts";
import { USER_RULES, userColumns } from "./user-table.tsx";
import { useAdminUsers } from "./users.api.ts";

const userDialog = later(() => import("./user-dialog.tsx"));
const NONE: AdminUser[] = [];

export function AdminUsersPage() {
  useDocumentTitle("Users");
  const users = useAdminUsers();
  const view = useTableView(users.data ?? NONE, USER_RULES);
  const dialog = useDialogSubject<AdminUser | null>();
  const here = userDialog.usePart(dialog.open, dialog.close);
  useFetchLater(userDialog.fetch);
  const { remove, invite } = useUserChanges();
  const columns = userColumns(view, {
    onEdit: dialog.show,
    onInvite: (user) => void invite(user),
    onDelete: (user) => void remove(user),
  });
  const add = (
    <Button onClick={() => dialog.show(null)}>
      <UserPlus />
      Gebruiker toevoegen
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Users"
        count={users.data && view.rows.length}
        actions={add}
        filters={
          <SearchInput
            value={view.query}
            onValueChange={view.setQuery}
            aria-label="Zoek een gebruiker"
            placeholder="Zoek op naam, e-mail of bedrijf"
            className="max-w-sm"
          />
        }
      />
      <div className="px-1 pb-6 sm:px-3">
        <SearchedTable
          label="Users"
          source={users}
          view={view}
          columns={columns}
          problem="De gebruikers konden niet worden geladen"
          empty={
            <Empty
              icon={Users}
              title="Nog geen gebruikers"
              text="De eerste gebruiker die je toevoegt, komt hier."
              action={add}
            />
          }
          onOpen={dialog.show}
        />
      </div>
      {here && <here.UserDialog open={dialog.open} user={dialog.subject} onClose={dialog.close} />}
      {!here && dialog.open && <Opening />}
    </>
  );
}
