import { useState } from "react";
import type { TwoStepSecret } from "#contract/auth.ts";
import { Loaded } from "#lib/loaded.tsx";
import type { Side } from "#lib/session-expiry.ts";
import { Button } from "#ui/button.tsx";
import { LinesSkeleton } from "#ui/lines-skeleton.tsx";
import { showToast } from "#ui/toast.tsx";
import { FirstCode } from "./first-code.tsx";
import { PasswordCheck, type Purpose } from "./password-check.tsx";
import { RecoveryCodeList } from "./recovery-code-list.tsx";
import { useRenewCodes, useStartTwoStep, useTurnTwoStepOff, useTwoStep } from "./two-step.api.ts";
import { TwoStepStatusView } from "./two-step-status.tsx";
import { ViewHeading } from "./view-heading.tsx";

type View =
  | { kind: "status"; returned: boolean }
  | { kind: "password"; purpose: Purpose }
  | { kind: "secret"; secret: TwoStepSecret }
  | { kind: "codes"; codes: string[] };

type TwoStepPanelProps = { side: Side; username: string };

/** One's own two-step sign-in, from asking for it to turning it off. */
export function TwoStepPanel({ side, username }: TwoStepPanelProps) {
  const status = useTwoStep(side);
  const [view, setView] = useState<View>({ kind: "status", returned: false });
  const goBack = () => setView({ kind: "status", returned: true });
  switch (view.kind) {
    case "status":
      return (
        <Loaded query={status} problem="Inloggen in twee stappen kon niet worden geladen" skeleton={<LinesSkeleton />}>
          {(data) => (
            <TwoStepStatusView
              status={data}
              focus={view.returned}
              onAsk={(purpose) => setView({ kind: "password", purpose })}
            />
          )}
        </Loaded>
      );
    case "password":
      return <PasswordView side={side} username={username} purpose={view.purpose} onView={setView} onBack={goBack} />;
    case "secret":
      return (
        <FirstCode
          side={side}
          secret={view.secret}
          onDone={(codes) => setView({ kind: "codes", codes })}
          onCancel={goBack}
        />
      );
    case "codes":
      return (
        <div className="flex flex-col gap-4">
          <ViewHeading>Bewaar je herstelcodes</ViewHeading>
          <RecoveryCodeList language="nl" codes={view.codes} />
          <Button className="sm:self-end" onClick={goBack}>
            Klaar
          </Button>
        </div>
      );
  }
}

type PasswordViewProps = TwoStepPanelProps & { purpose: Purpose; onView: (view: View) => void; onBack: () => void };

function PasswordView({ side, username, purpose, onView, onBack }: PasswordViewProps) {
  const start = useStartTwoStep(side);
  const renewCodes = useRenewCodes(side);
  const turnOff = useTurnTwoStepOff(side);
  const shared = { purpose, username, onCancel: onBack };
  switch (purpose) {
    case "start":
      return <PasswordCheck {...shared} change={start} onDone={(secret) => onView({ kind: "secret", secret })} />;
    case "renewCodes":
      return (
        <PasswordCheck
          {...shared}
          change={renewCodes}
          onDone={({ recoveryCodes }) => onView({ kind: "codes", codes: recoveryCodes })}
        />
      );
    case "turnOff":
      return (
        <PasswordCheck
          {...shared}
          change={turnOff}
          onDone={({ message }) => {
            showToast({ title: "Uitgezet", description: message });
            onBack();
          }}
        />
      );
  }
}
