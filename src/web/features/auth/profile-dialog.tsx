import { useState } from "react";
import type { SessionUser } from "#contract/auth.ts";
import { DialogContent } from "#ui/dialog.tsx";
import { Dialog } from "#ui/dialog-state.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#ui/tabs.tsx";
import { PasswordChange } from "./password-change.tsx";
import { ProfileDetails } from "./profile-details.tsx";
import { ProfilePicture } from "./profile-picture.tsx";
import { SessionList } from "./session-list.tsx";
import { ThemeChoice } from "./theme-choice.tsx";
import { TwoStepPanel } from "./two-step/two-step-panel.tsx";

type ProfileDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; user: SessionUser };

// A form keeps what was typed while another tab is looked at.
const KEPT = { forceMount: true, className: "data-[state=inactive]:hidden" } as const;

export const ProfileDialog = ({ open, onOpenChange, user }: ProfileDialogProps) => (
  <Dialog open={open} onOpenChange={onOpenChange}>
    <DialogContent title="Profiel" bodyClassName="min-h-[min(30rem,75dvh)] pt-1 sm:min-h-[26rem]">
      <ProfileTabs user={user} />
    </DialogContent>
  </Dialog>
);

function ProfileTabs({ user }: { user: SessionUser }) {
  // Recovery codes are shown once and stay while another tab is looked at; until it is looked at, nothing is read for it.
  const [sawTwoStep, setSawTwoStep] = useState(false);
  return (
    <Tabs defaultValue="details" onValueChange={(tab) => setSawTwoStep(sawTwoStep || tab === "two-step")}>
      <TabsList>
        <TabsTrigger value="details">Gegevens</TabsTrigger>
        <TabsTrigger value="password">Wachtwoord</TabsTrigger>
        <TabsTrigger value="two-step">Twee stappen</TabsTrigger>
        <TabsTrigger value="sessions">Sessies</TabsTrigger>
        <TabsTrigger value="theme">Weergave</TabsTrigger>
      </TabsList>
      <TabsContent value="details" {...KEPT}>
        <ProfilePicture user={user} />
        <ProfileDetails user={user} />
      </TabsContent>
      <TabsContent value="password" {...KEPT}>
        <PasswordChange username={user.username} />
      </TabsContent>
      <TabsContent value="two-step" {...KEPT}>
        {sawTwoStep && <TwoStepPanel side="main" username={user.username} />}
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
