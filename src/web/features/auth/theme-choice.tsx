import { type LucideIcon, Monitor, Moon, Sun } from "lucide-react";
import { chooseTheme, THEME_LABELS, THEMES, type Theme, useTheme } from "#lib/theme.ts";

const ICONS: Record<Theme, LucideIcon> = { light: Sun, dark: Moon, system: Monitor };

export function ThemeChoice() {
  const chosen = useTheme();
  return (
    <fieldset>
      <legend className="font-medium text-[0.8125rem] leading-5">Kleuren</legend>
      <div className="mt-2 grid gap-2 sm:grid-cols-3">
        {THEMES.map((theme) => (
          <ThemeOption key={theme} theme={theme} checked={theme === chosen} />
        ))}
      </div>
      <p className="mt-3 text-muted-foreground text-xs">
        Met Systeem volgt het scherm de instelling van je apparaat. De keuze geldt voor deze browser.
      </p>
    </fieldset>
  );
}

function ThemeOption({ theme, checked }: { theme: Theme; checked: boolean }) {
  const Icon = ICONS[theme];
  return (
    <label className="flex cursor-pointer items-center gap-2.5 rounded-md border px-3.5 py-3 hover:bg-accent has-checked:border-primary has-checked:bg-info-soft has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2">
      <input
        type="radio"
        name="theme"
        value={theme}
        checked={checked}
        onChange={() => chooseTheme(theme)}
        className="size-4 accent-primary outline-hidden"
      />
      <Icon aria-hidden className="size-4 text-muted-foreground" />
      {THEME_LABELS[theme]}
    </label>
  );
}
