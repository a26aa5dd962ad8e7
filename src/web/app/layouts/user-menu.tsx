import { ChevronsUpDown, LogOut, UserRound } from "lucide-react";
import { avatarLetter, displayName, emailLine } from "#lib/labels/person.ts";
import { useCurrentUser } from "#lib/session/session.ts";
import { cn } from "#ui/cn.ts";
import { Avatar } from "#ui/content/avatar.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#ui/overlay/dropdown-menu.tsx";
import { useSignOut } from "#web/features/auth/sign-out.api.ts";
import { useSidebar } from "./sidebar.tsx";

export function UserMenu({ onProfile }: { onProfile: () => void }) {
  const user = useCurrentUser();
  const signOut = useSignOut();
  const { onNavigate } = useSidebar();
  const openProfile = () => {
    onNavigate?.();
    onProfile();
  };
  return (
    <DropdownMenu>
      <UserMenuTrigger />
      <DropdownMenuContent side="top" className="w-(--radix-dropdown-menu-trigger-width) min-w-56">
        <DropdownMenuLabel>
          Ingelogd als
          <span className="block truncate font-medium text-foreground text-sm">{emailLine(user)}</span>
        </DropdownMenuLabel>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={openProfile}>
          <UserRound />
          Profiel
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => signOut.mutate()}>
          <LogOut />
          Uitloggen
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function UserMenuTrigger() {
  const user = useCurrentUser();
  const { collapsed } = useSidebar();
  const name = displayName(user);
  return (
    <DropdownMenuTrigger
      className={cn(
        "flex w-full cursor-pointer items-center gap-2.5 rounded-sm p-1.5 text-left hover:bg-accent data-[state=open]:bg-accent",
        collapsed && "justify-center",
      )}
    >
      <Avatar name={name} src={user.profileImageUrl} initials={avatarLetter(user)} size="sm" />
      <span className={cn(collapsed ? "sr-only" : "min-w-0 flex-1")}>
        <span className="block truncate font-medium leading-5">{name}</span>
        <span className="block truncate text-muted-foreground text-xs">{emailLine(user)}</span>
      </span>
      {!collapsed && <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted-foreground" />}
    </DropdownMenuTrigger>
  );
}
