import { LogOut, ShieldCheck } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { PRODUCT } from "#lib/browser/document-title.ts";
import { avatarLetter, ROLE_LABELS } from "#lib/labels/person.ts";
import { useCurrentUser, useSessionExpired } from "#lib/session/session.ts";
import { cn } from "#ui/cn.ts";
import { Avatar } from "#ui/content/avatar.tsx";
import { lazyComponent, ShortcutBlocker } from "#ui/lazy-component.tsx";
import { Tooltip } from "#ui/overlay/tooltip.tsx";
import { useAdminSignOut } from "#web/features/auth/sign-out.api.ts";
import { ADMIN_MENU } from "../navigation.ts";
import { PaletteButton, PaletteCommands } from "../palette/palette-commands.tsx";
import { AppFrame } from "./app-frame.tsx";
import { Brand, SidebarNav, sidebarItemStyle, useSidebar, VersionLabel } from "./sidebar.tsx";

const SignInAgainDialog = lazyComponent(
  () => import("#web/features/auth/sign-in-again-dialog.tsx"),
  "SignInAgainDialog",
);

const TwoStepDialog = lazyComponent(() => import("#web/features/auth/two-step/two-step-panel.tsx"), "TwoStepDialog");

/** Rendered outside the menu that opens it: on a phone that menu closes first. */
function useTwoStepDialog(): { dialog: ReactNode; open: () => void } {
  const { username } = useCurrentUser();
  const [state, setState] = useState<"never" | "open" | "closed">("never");
  const dialog = state !== "never" && (
    <Suspense>
      <TwoStepDialog
        open={state === "open"}
        onOpenChange={(open) => setState(open ? "open" : "closed")}
        username={username}
      />
    </Suspense>
  );
  return { dialog, open: () => setState("open") };
}

export function AdminLayout({ children }: { children: ReactNode }) {
  const user = useCurrentUser();
  const { username, email } = user;
  const expired = useSessionExpired("admin");
  const twoStep = useTwoStepDialog();
  const sidebar = (
    <>
      <PaletteButton />
      <SidebarNav label="Admin Panel" items={ADMIN_MENU} />
      <div className="flex shrink-0 flex-col gap-2 border-t p-3">
        <AdminIdentity />
        <SecurityButton onOpen={twoStep.open} />
        <SignOutButton />
        <VersionLabel fallback="1.0.9" />
      </div>
    </>
  );
  const header = (
    <>
      <p className="shrink-0 font-semibold tracking-tight">{PRODUCT}</p>
      <p className="ml-auto min-w-0 truncate text-muted-foreground">{email || username}</p>
    </>
  );
  return (
    <AppFrame
      storageKey="admin-sidebar-collapsed"
      brand={<Brand title="Admin Panel" />}
      sidebar={sidebar}
      header={header}
    >
      <PaletteCommands panel="admin" onAccount={twoStep.open} />
      {twoStep.dialog}
      {children}
      {expired && (
        <Suspense fallback={<ShortcutBlocker />}>
          <SignInAgainDialog sessionKind="admin" user={user} />
        </Suspense>
      )}
    </AppFrame>
  );
}

function AdminIdentity() {
  const user = useCurrentUser();
  const { collapsed } = useSidebar();
  return (
    <div className={cn("flex items-center gap-2.5 p-1.5", collapsed && "justify-center")}>
      <Avatar name={user.username} src={user.profileImageUrl} initials={avatarLetter(user)} size="sm" />
      <div className={cn(collapsed ? "sr-only" : "min-w-0")}>
        <p className="truncate font-medium leading-5">{user.username}</p>
        <p className="truncate text-muted-foreground text-xs">{ROLE_LABELS[user.role]}</p>
      </div>
    </div>
  );
}

function SecurityButton({ onOpen }: { onOpen: () => void }) {
  const { collapsed, onNavigate } = useSidebar();
  const open = () => {
    onNavigate?.();
    onOpen();
  };
  return (
    <Tooltip content="Beveiliging" side="right" disabled={!collapsed}>
      <button type="button" onClick={open} className={sidebarItemStyle({ collapsed })}>
        <ShieldCheck aria-hidden />
        <span className={cn(collapsed && "sr-only")}>Beveiliging</span>
      </button>
    </Tooltip>
  );
}

function SignOutButton() {
  const { collapsed } = useSidebar();
  const signOut = useAdminSignOut();
  return (
    <Tooltip content="Uitloggen" side="right" disabled={!collapsed}>
      <button
        type="button"
        onClick={() => signOut.mutate()}
        disabled={signOut.isPending}
        className={sidebarItemStyle({ collapsed })}
      >
        <LogOut aria-hidden />
        <span className={cn(collapsed && "sr-only")}>Uitloggen</span>
      </button>
    </Tooltip>
  );
}
