import { UserPlus, Users } from "lucide-react";
import { Suspense } from "react";
import type { UserInAdminPanel } from "#contract/users.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { displayName } from "#lib/labels/person.ts";
import { SearchedListPage } from "#lib/lists/searched-list-page.tsx";
import { useTableView } from "#lib/lists/table-view.ts";
import { Button } from "#ui/button/button.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { lazyComponent, ShortcutBlocker, usePreload } from "#ui/lazy-component.tsx";
import { USER_TABLE, userColumns } from "./user-table.tsx";
import { useAdminUsers, useDeleteUser, useInviteUser } from "./users.api.ts";

const UserDialog = lazyComponent(() => import("./user-dialog.tsx"), "UserDialog");
const NO_USERS: UserInAdminPanel[] = [];

export function AdminUsersPage() {
  useDocumentTitle("Users");
  const users = useAdminUsers();
  const view = useTableView(users.data ?? NO_USERS, USER_TABLE);
  const dialog = useDialogSubject<UserInAdminPanel | "new">();
  usePreload(UserDialog.preload);
  const { remove, invite } = useUserActions();
  const columns = userColumns(view, {
    onEdit: dialog.show,
    onInvite: (user) => void invite(user),
    onDelete: (user) => void remove(user),
  });
  const addButton = (
    <Button onClick={() => dialog.show("new")}>
      <UserPlus />
      Gebruiker toevoegen
    </Button>
  );
  return (
    <SearchedListPage
      title="Users"
      actions={addButton}
      search={{ label: "Zoek een gebruiker", placeholder: "Zoek op naam, e-mailadres of bedrijf" }}
      source={users}
      view={view}
      columns={columns}
      onOpen={dialog.show}
      errorTitle="De gebruikers konden niet worden geladen"
      empty={
        <Empty
          icon={Users}
          title="Nog geen gebruikers"
          text="De eerste gebruiker die je toevoegt, komt hier."
          action={addButton}
        />
      }
    >
      <Suspense fallback={<ShortcutBlocker />}>
        {dialog.hasOpened && (
          <UserDialog
            open={dialog.open}
            user={dialog.subject === "new" ? null : dialog.subject}
            onClose={dialog.close}
          />
        )}
      </Suspense>
    </SearchedListPage>
  );
}

/** Delete and invite, each after a confirmation. */
function useUserActions() {
  const confirm = useConfirm();
  const removal = useDeleteUser();
  const invitation = useInviteUser();

  const remove = async (user: UserInAdminPanel) => {
    const confirmed = await confirm({
      title: "Are you sure?",
      text: `This will permanently delete the user ${displayName(user)}. This action cannot be undone.`,
      confirmLabel: "Verwijderen",
      tone: "destructive",
    });
    if (confirmed) removal.mutate(user.id);
  };
  const invite = async (user: UserInAdminPanel) => {
    const confirmed = await confirm({
      title: "Uitnodiging sturen?",
      text: `${displayName(user)} krijgt op ${user.email} een link om zelf een wachtwoord te kiezen.`,
      confirmLabel: "Stuur uitnodiging",
    });
    if (confirmed) invitation.mutate(user.id);
  };
  return { remove, invite };
}
