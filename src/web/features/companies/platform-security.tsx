import { useQuery } from "@tanstack/react-query";
import { type PlatformSettings, settingsRoutes } from "#contract/settings.ts";
import { useAdminChange } from "#lib/admin-change.ts";
import { adminRead } from "#lib/admin-queries.ts";
import { call } from "#lib/api.ts";
import { Loaded } from "#lib/loaded.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#ui/card.tsx";
import { useConfirm } from "#ui/confirm.tsx";
import { Field } from "#ui/field.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { Switch } from "#ui/switch.tsx";

const useSettings = () =>
  useQuery({ ...adminRead("settings"), queryFn: ({ signal }) => call(settingsRoutes.read, { signal }) });

const useUpdateSettings = () =>
  useAdminChange((body: PlatformSettings) => call(settingsRoutes.update, { body }), {
    done: "Settings updated successfully",
    failed: "Failed to update settings",
  });

/** What is asked of everybody who runs the platform. */
export const PlatformSecurity = () => (
  <Card>
    <CardHeader>
      <CardTitle>Beveiliging</CardTitle>
    </CardHeader>
    <CardContent>
      <Loaded query={useSettings()} problem="De instellingen konden niet worden geladen" skeleton={<SwitchSkeleton />}>
        {(settings) => <TwoStepRequirement settings={settings} />}
      </Loaded>
    </CardContent>
  </Card>
);

function TwoStepRequirement({ settings }: { settings: PlatformSettings }) {
  const confirm = useConfirm();
  const update = useUpdateSettings();
  const shown = update.isPending ? update.variables : settings;
  const turn = async (adminTwoStepRequired: boolean) => {
    const agreed =
      !adminTwoStepRequired ||
      (await confirm({
        title: "Verplichten voor het admin panel?",
        text: "Platformbeheerders zonder inloggen in twee stappen worden meteen uitgelogd en stellen het in bij de volgende keer inloggen.",
        confirmLabel: "Verplichten",
      }));
    if (agreed) update.mutate({ adminTwoStepRequired });
  };
  return (
    <Field
      inline
      label="Inloggen in twee stappen is verplicht voor het admin panel"
      hint="Wie het nog niet heeft, stelt het in bij het inloggen, na het wachtwoord."
    >
      <Switch checked={shown.adminTwoStepRequired} onCheckedChange={turn} aria-busy={update.isPending || undefined} />
    </Field>
  );
}

const SwitchSkeleton = () => (
  <SkeletonGroup className="flex items-center gap-3">
    <Skeleton className="h-5 w-9" />
    <Skeleton className="w-72" />
  </SkeletonGroup>
);
