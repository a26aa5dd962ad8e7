import { type LucideIcon, Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import type { SessionUser } from "#contract/auth.ts";
import { chooseTheme, THEME_LABELS, THEMES, type Theme, useTheme } from "#lib/browser/theme.ts";
import { Dialog, DialogContent } from "#ui/dialog/dialog.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#ui/page/tabs.tsx";
import { PasswordChange } from "./password-change.tsx";
import { ProfileDetails } from "./profile-details.tsx";
import { ProfilePicture } from "./profile-picture.tsx";
import { SessionList } from "./session-list.tsx";
import { TwoStepPanel } from "./two-step/two-step-panel.tsx";

type ProfileDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; user: SessionUser };

// Keeps the tab mounted, so that its form keeps its input while another tab is shown.
const KEEP_MOUNTED = { forceMount: true, className: "data-[state=inactive]:hidden" } as const;

export const ProfileDialog = ({ open, onOpenChange, user }: ProfileDialogProps) => (
  <Dialog open={open} onOpenChange={onOpenChange}>
    <DialogContent
      title="Profiel"
      bodyClassName="min-h-[min(30rem,75dvh)] pt-1 sm:min-h-[26rem]"
      // A click outside would lose what was typed, and recovery codes that are shown only once.
      onInteractOutside={(event) => event.preventDefault()}
    >
      <ProfileTabs user={user} />
    </DialogContent>
  </Dialog>
);

function ProfileTabs({ user }: { user: SessionUser }) {
  // Mounted at the first visit (so that nothing is fetched before) and kept mounted: recovery codes are shown only once.
  const [openedTwoStep, setOpenedTwoStep] = useState(false);
  return (
    <Tabs defaultValue="details" onValueChange={(tab) => setOpenedTwoStep(openedTwoStep || tab === "two-step")}>
      <TabsList>
        <TabsTrigger value="details">Gegevens</TabsTrigger>
        <TabsTrigger value="password">Wachtwoord</TabsTrigger>
        <TabsTrigger value="two-step">Twee stappen</TabsTrigger>
        <TabsTrigger value="sessions">Sessies</TabsTrigger>
        <TabsTrigger value="theme">Weergave</TabsTrigger>
      </TabsList>
      <TabsContent value="details" {...KEEP_MOUNTED}>
        <ProfilePicture user={user} />
        <ProfileDetails user={user} />
      </TabsContent>
      <TabsContent value="password" {...KEEP_MOUNTED}>
        <PasswordChange username={user.username} />
      </TabsContent>
      <TabsContent value="two-step" {...KEEP_MOUNTED}>
        {openedTwoStep && <TwoStepPanel sessionKind="main" username={user.username} />}
      </TabsContent>
      <TabsContent value="sessions">
        <SessionList />
      </TabsContent>
      <TabsContent value="theme">
        <ThemeChoice />
      </TabsContent>
    </Tabs>
  );
}

const ICONS: Record<Theme, LucideIcon> = { light: Sun, dark: Moon, system: Monitor };

function ThemeChoice() {
  const selected = useTheme();
  return (
    <fieldset>
      <legend className="font-medium text-[0.8125rem] leading-5">Kleuren</legend>
      <div className="mt-2 grid gap-2 sm:grid-cols-3">
        {THEMES.map((theme) => (
          <ThemeOption key={theme} theme={theme} checked={theme === selected} />
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
