import { useNavigate } from "@tanstack/react-router";
import { type Shortcut, useShortcuts } from "#lib/browser/shortcuts.ts";
import { chooseTheme, THEME_LABELS, THEMES } from "#lib/browser/theme.ts";
import { useSameWorkspace } from "#lib/session/same-workspace.ts";
import { useCurrentUser } from "#lib/session/session.ts";
import { useAdminSignOut, useSignOut } from "#web/features/auth/sign-out.api.ts";
import { ADMIN_MENU, type MenuItem } from "../navigation.ts";
import { screenKeys, screensFor } from "./palette-screens.ts";
import { NAVIGATION_GROUP } from "./palette-state.ts";

const ACCOUNT = "Account";

const THEME_COMMANDS = THEMES.map((theme) => ({
  label: `Thema: ${THEME_LABELS[theme].toLowerCase()}`,
  group: "Weergave",
  keywords: "donker licht nacht dark mode kleuren uiterlijk",
  run: () => chooseTheme(theme),
}));

/** The keys that open a screen, and the commands for account and theme. */
function useGeneralCommands(screens: readonly MenuItem[], account: readonly Shortcut[]) {
  const navigate = useNavigate();
  const navigation = screens.flatMap(({ label, path }) => {
    const keys = screenKeys(path);
    return keys ? [{ label, group: NAVIGATION_GROUP, keys, run: () => void navigate({ to: path }) }] : [];
  });
  useShortcuts([...account, ...THEME_COMMANDS, ...navigation], { isFallback: true });
}

export function WorkspaceGeneralCommands({ onAccount }: { onAccount: () => void }) {
  const { role } = useCurrentUser();
  // Here because this module is in every screen of the workspace, but not in its first load.
  useSameWorkspace();
  const signOut = useSignOut();
  useGeneralCommands(screensFor(role), [
    { label: "Profiel openen", group: ACCOUNT, keywords: "wachtwoord sessies mijn gegevens foto", run: onAccount },
    { label: "Uitloggen", group: ACCOUNT, keywords: "afmelden", run: () => signOut.mutate() },
  ]);
  return null;
}

export function AdminGeneralCommands({ onAccount }: { onAccount: () => void }) {
  const signOut = useAdminSignOut();
  useGeneralCommands(ADMIN_MENU, [
    { label: "Beveiliging", group: ACCOUNT, keywords: "inloggen in twee stappen 2fa", run: onAccount },
    { label: "Uitloggen", group: ACCOUNT, keywords: "afmelden", run: () => signOut.mutate() },
  ]);
  return null;
}
