import { type ReactNode, Suspense, useState } from "react";
import { useCompanyEvents } from "#lib/api/company-events.ts";
import { UndoShortcut } from "#lib/api/undo.tsx";
import { PRODUCT } from "#lib/browser/document-title.ts";
import { useCompanyCard, useCurrentUser, useSessionExpired } from "#lib/session/session.ts";
import { lazyComponent, ShortcutBlocker } from "#ui/lazy-component.tsx";
import { menuFor } from "../navigation.ts";
import { PaletteButton, PaletteCommands } from "../palette/palette-commands.tsx";
import { AppFrame } from "./app-frame.tsx";
import { Brand, SidebarNav, VersionLabel } from "./sidebar.tsx";
import { UserMenu } from "./user-menu.tsx";

const SignInAgainDialog = lazyComponent(
  () => import("#web/features/auth/sign-in-again-dialog.tsx"),
  "SignInAgainDialog",
);

const ProfileDialog = lazyComponent(() => import("#web/features/auth/profile-dialog.tsx"), "ProfileDialog");

/** Rendered outside the menu that opens it: on a phone that menu closes first. */
function useProfileDialog(): { dialog: ReactNode; openProfile: () => void } {
  const user = useCurrentUser();
  const [state, setState] = useState<"never" | "open" | "closed">("never");
  const dialog = state !== "never" && (
    <Suspense>
      <ProfileDialog open={state === "open"} onOpenChange={(open) => setState(open ? "open" : "closed")} user={user} />
    </Suspense>
  );
  return { dialog, openProfile: () => setState("open") };
}

export function MainLayout({ children }: { children: ReactNode }) {
  const user = useCurrentUser();
  const { role } = user;
  const expired = useSessionExpired("main");
  const company = useCompanyCard(true).data;
  const logo = company?.logoUrl ? { url: company.logoUrl, name: company.name ?? PRODUCT } : undefined;
  const { dialog, openProfile } = useProfileDialog();
  useCompanyEvents({ isPaused: expired });
  const sidebar = (
    <>
      <PaletteButton />
      <SidebarNav label="Hoofdmenu" items={menuFor(role)} />
      <div className="flex shrink-0 flex-col gap-2 border-t p-3">
        <UserMenu onProfile={openProfile} />
        <VersionLabel fallback="1.0.0" />
      </div>
    </>
  );
  return (
    <AppFrame storageKey="sidebar-collapsed" brand={<Brand logo={logo} />} sidebar={sidebar}>
      <PaletteCommands panel="workspace" onAccount={openProfile} />
      <UndoShortcut />
      {dialog}
      {children}
      {expired && (
        <Suspense fallback={<ShortcutBlocker />}>
          <SignInAgainDialog sessionKind="main" user={user} />
        </Suspense>
      )}
    </AppFrame>
  );
}
