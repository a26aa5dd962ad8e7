import { type ReactNode, useState } from "react";
import type { TwoStepSecret } from "#contract/auth.ts";
import { RECOVERY_CODES, type TwoStepStatus } from "#contract/two-step.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import type { SessionKind } from "#lib/session/session.ts";
import { Button } from "#ui/button/button.tsx";
import { TooltipButton } from "#ui/button/tooltip-button.tsx";
import { cn } from "#ui/cn.ts";
import { Badge } from "#ui/content/badge.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { useRenewCodes, useStartTwoStep, useTurnTwoStepOff, useTwoStep } from "./two-step.api.ts";
import { FirstCodeForm, PasswordCheckForm, type PasswordCheckPurpose, StepHeading } from "./two-step-forms.tsx";
import { RecoveryCodeList } from "./two-step-secrets.tsx";

type TwoStepDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; username: string };

/** The admin panel has no profile dialog, so two-step sign-in has its own dialog there. */
export const TwoStepDialog = ({ open, onOpenChange, username }: TwoStepDialogProps) => (
  <FormDialog open={open} onClose={() => onOpenChange(false)} title="Beveiliging">
    <TwoStepPanel sessionKind="admin" username={username} />
  </FormDialog>
);

type View =
  | { kind: "status"; focusHeading: boolean }
  | { kind: "password"; purpose: PasswordCheckPurpose }
  | { kind: "secret"; secret: TwoStepSecret }
  | { kind: "codes"; codes: string[] };

type TwoStepPanelProps = { sessionKind: SessionKind; username: string };

/** The user's own two-step sign-in: status, setup, new recovery codes, turning off. */
export function TwoStepPanel({ sessionKind, username }: TwoStepPanelProps) {
  const status = useTwoStep(sessionKind);
  const [view, setView] = useState<View>({ kind: "status", focusHeading: false });
  const goBack = () => setView({ kind: "status", focusHeading: true });
  switch (view.kind) {
    case "status":
      return (
        <QueryStates
          query={status}
          errorTitle="Inloggen in twee stappen kon niet worden geladen"
          skeleton={<LinesSkeleton />}
        >
          {(data) => (
            <TwoStepStatusView
              status={data}
              focus={view.focusHeading}
              onStart={(purpose) => setView({ kind: "password", purpose })}
            />
          )}
        </QueryStates>
      );
    case "password":
      return (
        <PasswordView
          sessionKind={sessionKind}
          username={username}
          purpose={view.purpose}
          onView={setView}
          onBack={goBack}
        />
      );
    case "secret":
      return (
        <FirstCodeForm
          sessionKind={sessionKind}
          secret={view.secret}
          onDone={(codes) => setView({ kind: "codes", codes })}
          onCancel={goBack}
        />
      );
    case "codes":
      return (
        <div className="flex flex-col gap-4">
          <StepHeading>Bewaar je herstelcodes</StepHeading>
          <RecoveryCodeList language="nl" codes={view.codes} />
          <Button className="sm:self-end" onClick={goBack}>
            Klaar
          </Button>
        </div>
      );
  }
}

type PasswordViewProps = TwoStepPanelProps & {
  purpose: PasswordCheckPurpose;
  onView: (view: View) => void;
  onBack: () => void;
};

function PasswordView({ sessionKind, username, purpose, onView, onBack }: PasswordViewProps) {
  const start = useStartTwoStep(sessionKind);
  const renewCodes = useRenewCodes(sessionKind);
  const turnOff = useTurnTwoStepOff(sessionKind);
  const commonProps = { purpose, username, onCancel: onBack };
  switch (purpose) {
    case "start":
      return (
        <PasswordCheckForm {...commonProps} change={start} onDone={(secret) => onView({ kind: "secret", secret })} />
      );
    case "renewCodes":
      return (
        <PasswordCheckForm
          {...commonProps}
          change={renewCodes}
          onDone={({ recoveryCodes }) => onView({ kind: "codes", codes: recoveryCodes })}
        />
      );
    case "turnOff":
      return (
        <PasswordCheckForm
          {...commonProps}
          change={turnOff}
          onDone={({ message }) => {
            showToast({ title: "Uitgezet", description: message });
            onBack();
          }}
        />
      );
  }
}

const LOW_CODE_COUNT = 3;

type TwoStepStatusProps = {
  status: TwoStepStatus;
  /** True after a step, false when the panel has just been opened. */
  focus: boolean;
  onStart: (purpose: PasswordCheckPurpose) => void;
};

const TwoStepStatusView = ({ status, focus, onStart }: TwoStepStatusProps) => (
  <div className="flex flex-col gap-4">
    <div>
      <StepHeading focus={focus}>
        Inloggen in twee stappen
        <Badge tone={status.enabled ? "success" : "neutral"}>{status.enabled ? "Aan" : "Uit"}</Badge>
      </StepHeading>
      <p className="mt-1.5 text-muted-foreground">
        Bij het inloggen vul je na je wachtwoord een code in van een app op je telefoon. Wie alleen je wachtwoord heeft,
        komt er dan niet in.
      </p>
    </div>
    {status.enabled ? <TurnedOn status={status} onStart={onStart} /> : <TurnedOff onStart={onStart} />}
  </div>
);

const TurnedOff = ({ onStart }: Pick<TwoStepStatusProps, "onStart">) => (
  <Button className="sm:self-start" onClick={() => onStart("start")}>
    Aanzetten
  </Button>
);

const TurnedOn = ({ status, onStart }: Pick<TwoStepStatusProps, "status" | "onStart">) => {
  const { enabledAt, recoveryCodesLeft, required } = status;
  return (
    <>
      <dl className="divide-y rounded-md border">
        <StatusLine term="Aangezet op">{formatDateTime(enabledAt)}</StatusLine>
        <StatusLine term="Herstelcodes over">
          <span className={cn(recoveryCodesLeft <= LOW_CODE_COUNT && "font-medium text-warning")}>
            {recoveryCodesLeft} van de {RECOVERY_CODES}
          </span>
        </StatusLine>
      </dl>
      <div className="flex flex-col gap-2 sm:flex-row">
        <Button variant="outline" onClick={() => onStart("renewCodes")}>
          Nieuwe herstelcodes
        </Button>
        <TooltipButton
          variant="outline"
          className="text-danger"
          disabledReason={required ? "Inloggen in twee stappen is verplicht voor platformbeheerders." : undefined}
          onClick={() => onStart("turnOff")}
        >
          Uitzetten
        </TooltipButton>
      </div>
    </>
  );
};

const StatusLine = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4 px-4 py-2.5">
    <dt className="text-muted-foreground">{term}</dt>
    <dd className="tabular-nums">{children}</dd>
  </div>
);
