import { useState } from "react";
import type { TwoStepSecret } from "#contract/auth.ts";
import type { SignedInWithCode } from "#contract/two-step.ts";
import type { Side } from "#lib/session-expiry.ts";
import { Button } from "#ui/button.tsx";
import { useEnter } from "../auth.api.ts";
import { AuthFrame } from "../auth-frame.tsx";
import { SIDES } from "../auth-side.ts";
import { CodeForm } from "./code-form.tsx";
import { RecoveryCodeList } from "./recovery-code-list.tsx";
import { SecretToScan } from "./secret-to-scan.tsx";
import { withoutCodes } from "./two-step.api.ts";
import { LANGUAGE, STEP_TEXTS } from "./two-step-texts.ts";

type SetUpStepProps = { side: Side; challenge: string; secret: TwoStepSecret; onBack: () => void };

/** After the password, where two-step sign-in is required and not yet on: scan, prove it with a code, keep the recovery codes. */
export function SetUpStep({ side, challenge, secret, onBack }: SetUpStepProps) {
  const [signedIn, setSignedIn] = useState<SignedInWithCode>();
  const language = LANGUAGE[side];
  const texts = STEP_TEXTS[language];
  if (signedIn) return <KeepCodes side={side} signedIn={signedIn} />;
  return (
    <AuthFrame
      side={side}
      panel={SIDES[side].panel}
      title={texts.setUpTitle}
      text={texts.setUpText}
      language={language}
      footer={
        <Button variant="link" lang={language} onClick={onBack}>
          {texts.back}
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <SecretToScan language={language} secret={secret} />
        <CodeForm side={side} kind="app" challenge={challenge} onSignedIn={setSignedIn} onExpired={onBack} />
      </div>
    </AuthFrame>
  );
}

/** The session is there, but the panel would take the codes off the screen. */
function KeepCodes({ side, signedIn }: { side: Side; signedIn: SignedInWithCode }) {
  const enter = useEnter(side);
  const language = LANGUAGE[side];
  const texts = STEP_TEXTS[language];
  return (
    <AuthFrame side={side} panel={SIDES[side].panel} title={texts.keepTitle} language={language}>
      <div className="flex flex-col gap-5">
        <RecoveryCodeList language={language} codes={signedIn.recoveryCodes ?? []} />
        <Button lang={language} className="w-full" onClick={() => void enter(withoutCodes(signedIn))}>
          {texts.goOn}
        </Button>
      </div>
    </AuthFrame>
  );
}
