import type { AdminUser } from "#contract/users.ts";
import { displayName } from "#lib/person.ts";
import { useConfirm } from "#ui/confirm.tsx";
import { useDeleteUser, useInviteUser } from "./users.api.ts";

/** What can be done with a user from the list. Each asks first. */
export function useUserChanges() {
  const confirm = useConfirm();
  const removal = useDeleteUser();
  const invitation = useInviteUser();

  const remove = async (user: AdminUser) => {
    const agreed = await confirm({
      title: "Are you sure?",
      text: `This will permanently delete the user ${displayName(user)}. This action cannot be undone.`,
      confirmLabel: "Verwijderen",
      tone: "destructive",
    });
    if (agreed) removal.mutate(user.id);
  };
  const invite = async (user: AdminUser) => {
    const agreed = await confirm({
      title: "Uitnodiging sturen?",
      text: `${displayName(user)} krijgt op ${user.email} een link om zelf een wachtwoord te kiezen.`,
      confirmLabel: "Stuur uitnodiging",
    });
    if (agreed) invitation.mutate(user.id);
  };
  return { remove, invite };
}
