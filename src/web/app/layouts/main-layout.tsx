import type { ReactNode } from "react";
import { useCurrentUser } from "#lib/current-user.ts";
import { PRODUCT } from "#lib/document-title.ts";
import { useCompanyEvents } from "#lib/events.ts";
import { useCompanyCard } from "#lib/session.ts";
import { menuFor } from "../navigation.ts";
import { PaletteButton } from "../palette/palette-button.tsx";
import { WorkspaceCommands } from "../palette/workspace-commands.tsx";
import { AppFrame } from "../sidebar/app-frame.tsx";
import { Brand } from "../sidebar/brand.tsx";
import { SidebarNav } from "../sidebar/sidebar-nav.tsx";
import { VersionLabel } from "../sidebar/version-label.tsx";
import { useProfileDialog } from "./use-profile-dialog.tsx";
import { UserMenu } from "./user-menu.tsx";

export function MainLayout({ children }: { children: ReactNode }) {
  const { role } = useCurrentUser();
  const company = useCompanyCard(true).data;
  const logo = company?.logoUrl ? { url: company.logoUrl, name: company.name ?? PRODUCT } : undefined;
  const { dialog, openProfile } = useProfileDialog();
  useCompanyEvents();
  const sidebar = (
    <>
      <PaletteButton />
      <SidebarNav label="Hoofdmenu" entries={menuFor(role)} />
      <div className="flex shrink-0 flex-col gap-2 border-t p-3">
        <UserMenu onProfile={openProfile} />
        <VersionLabel fallback="1.0.0" />
      </div>
    </>
  );
  return (
    <AppFrame storageKey="sidebar-collapsed" brand={<Brand logo={logo} />} sidebar={sidebar}>
      <WorkspaceCommands />
      {dialog}
      {children}
    </AppFrame>
  );
}
