import { useNavigate } from "@tanstack/react-router";
import { useShortcuts } from "#lib/browser/shortcuts.ts";
import { chooseTheme, THEME_LABELS, THEMES } from "#lib/browser/theme.ts";
import { useCurrentUser } from "#lib/session/session.ts";
import { useSignOut } from "#web/features/auth/auth.api.ts";
import { screenKeys, screensFor } from "./palette-screens.ts";
import { NAVIGATION_GROUP } from "./palette-state.ts";

const THEME_COMMANDS = THEMES.map((theme) => ({
  label: `Thema: ${THEME_LABELS[theme].toLowerCase()}`,
  group: "Weergave",
  keywords: "donker licht nacht dark mode kleuren uiterlijk",
  run: () => chooseTheme(theme),
}));

/** The keys that open a screen, and the commands for account and theme. */
export function GeneralCommands({ onProfile }: { onProfile: () => void }) {
  const navigate = useNavigate();
  const { role } = useCurrentUser();
  const signOut = useSignOut();
  const shortcuts = [
    { label: "Profiel openen", group: "Account", keywords: "wachtwoord sessies mijn gegevens foto", run: onProfile },
    { label: "Uitloggen", group: "Account", keywords: "afmelden", run: () => signOut.mutate() },
    ...THEME_COMMANDS,
    ...screensFor(role).flatMap(({ label, path }) => {
      const keys = screenKeys(path);
      return keys ? [{ label, group: NAVIGATION_GROUP, keys, run: () => void navigate({ to: path }) }] : [];
    }),
  ];
  useShortcuts(shortcuts, { isFallback: true });
  return null;
}
