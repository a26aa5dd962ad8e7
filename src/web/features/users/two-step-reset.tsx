import { ShieldCheck, ShieldOff } from "lucide-react";
import { twoStepRoutes } from "#contract/two-step.ts";
import type { AdminUser } from "#contract/users.ts";
import { useAdminChange } from "#lib/admin-change.ts";
import { call } from "#lib/api.ts";
import { useCurrentUser } from "#lib/current-user.ts";
import { displayName } from "#lib/person.ts";
import { Badge } from "#ui/badge.tsx";
import { useConfirm } from "#ui/confirm.tsx";
import { GuardedButton } from "#ui/guarded-button.tsx";

const useResetTwoStep = () =>
  useAdminChange((id: string) => call(twoStepRoutes.reset, { params: { id } }), {
    done: "Two-step sign-in has been reset",
    failed: "Failed to reset two-step sign-in",
  });

export const TwoStepBadge = () => (
  <Badge tone="info" title="Inloggen in twee stappen staat aan">
    <ShieldCheck aria-hidden />
    <span lang="en" className="sr-only">
      Two-step
    </span>
  </Badge>
);

/** For somebody who lost their device and their recovery codes. */
export function TwoStepReset({ user }: { user: AdminUser }) {
  const confirm = useConfirm();
  const reset = useResetTwoStep();
  const ownAccount = useCurrentUser().id === user.id;
  const name = displayName(user);
  const ask = async () => {
    const agreed = await confirm({
      title: "Reset two-step?",
      text: `${name} logt daarna in met alleen het wachtwoord en wordt overal uitgelogd. Doe dit alleen als je zeker weet dat ${name} het zelf vraagt.`,
      confirmLabel: "Reset two-step",
      tone: "destructive",
    });
    if (agreed) reset.mutate(user.id);
  };
  return (
    <GuardedButton
      variant="ghost"
      size="icon"
      aria-label={`Reset two-step van ${name}`}
      hint="Reset two-step"
      refusal={ownAccount ? "Je eigen inloggen in twee stappen zet je uit bij Beveiliging." : undefined}
      busy={reset.isPending}
      onClick={ask}
    >
      <ShieldOff />
    </GuardedButton>
  );
}
