import type { ReactNode } from "react";
import { RECOVERY_CODES, type TwoStepStatus } from "#contract/two-step.ts";
import { formatDateTime } from "#lib/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { cn } from "#ui/cn.ts";
import { GuardedButton } from "#ui/guarded-button.tsx";
import type { Purpose } from "./password-check.tsx";
import { ViewHeading } from "./view-heading.tsx";

const FEW_CODES = 3;

type StatusProps = {
  status: TwoStepStatus;
  /** After a step, as opposed to when the panel is opened. */
  focus: boolean;
  onAsk: (purpose: Purpose) => void;
};

export const TwoStepStatusView = ({ status, focus, onAsk }: StatusProps) => (
  <div className="flex flex-col gap-4">
    <div>
      <ViewHeading focus={focus}>
        Inloggen in twee stappen
        <Badge tone={status.enabled ? "success" : "neutral"}>{status.enabled ? "Aan" : "Uit"}</Badge>
      </ViewHeading>
      <p className="mt-1.5 text-muted-foreground">
        Bij het inloggen vul je na je wachtwoord een code in van een app op je telefoon. Wie alleen je wachtwoord heeft,
        komt er dan niet in.
      </p>
    </div>
    {status.enabled ? <TurnedOn status={status} onAsk={onAsk} /> : <TurnedOff onAsk={onAsk} />}
  </div>
);

const TurnedOff = ({ onAsk }: Pick<StatusProps, "onAsk">) => (
  <Button className="sm:self-start" onClick={() => onAsk("start")}>
    Aanzetten
  </Button>
);

const TurnedOn = ({ status, onAsk }: Pick<StatusProps, "status" | "onAsk">) => {
  const { enabledAt, recoveryCodesLeft, required } = status;
  return (
    <>
      <dl className="divide-y rounded-md border">
        <Line term="Aangezet op">{formatDateTime(enabledAt)}</Line>
        <Line term="Herstelcodes over">
          <span className={cn(recoveryCodesLeft <= FEW_CODES && "font-medium text-warning")}>
            {recoveryCodesLeft} van de {RECOVERY_CODES}
          </span>
        </Line>
      </dl>
      <div className="flex flex-col gap-2 sm:flex-row">
        <Button variant="outline" onClick={() => onAsk("renewCodes")}>
          Nieuwe herstelcodes
        </Button>
        <GuardedButton
          variant="outline"
          className="text-danger"
          refusal={required ? "Inloggen in twee stappen is verplicht voor platformbeheerders." : undefined}
          onClick={() => onAsk("turnOff")}
        >
          Uitzetten
        </GuardedButton>
      </div>
    </>
  );
};

const Line = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4 px-4 py-2.5">
    <dt className="text-muted-foreground">{term}</dt>
    <dd className="tabular-nums">{children}</dd>
  </div>
);
