import { useState } from "react";
import type { TwoStepSecret } from "#contract/auth.ts";
import type { SignedInWithCode } from "#contract/two-step.ts";
import type { SessionKind } from "#lib/session/session.ts";
import { Button } from "#ui/button/button.tsx";
import { useCompleteSignIn } from "../auth.api.ts";
import { AuthFrame } from "../auth-frame.tsx";
import { SESSION_KINDS } from "../session-kinds.ts";
import { CodeForm } from "./code-form.tsx";
import { toSessionUser } from "./two-step.api.ts";
import { AuthenticatorSecret, RecoveryCodeList } from "./two-step-secrets.tsx";
import { LANGUAGE, SIGN_IN_STEP_TEXTS } from "./two-step-texts.ts";

type SetUpStepProps = { sessionKind: SessionKind; challenge: string; secret: TwoStepSecret; onBack: () => void };

/** After the password, when two-step sign-in is required but not set up: scan, enter a code, save the recovery codes. */
export function SetUpStep({ sessionKind, challenge, secret, onBack }: SetUpStepProps) {
  const [signedIn, setSignedIn] = useState<SignedInWithCode>();
  const language = LANGUAGE[sessionKind];
  const texts = SIGN_IN_STEP_TEXTS[language];
  if (signedIn) return <SaveRecoveryCodes sessionKind={sessionKind} signedIn={signedIn} />;
  return (
    <AuthFrame
      sessionKind={sessionKind}
      panel={SESSION_KINDS[sessionKind].panel}
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
        <AuthenticatorSecret language={language} secret={secret} />
        <CodeForm
          sessionKind={sessionKind}
          kind="app"
          challenge={challenge}
          onSignedIn={setSignedIn}
          onExpired={onBack}
        />
      </div>
    </AuthFrame>
  );
}

/** The session exists already, but opening the workspace or the admin panel would hide the codes before they are saved. */
function SaveRecoveryCodes({ sessionKind, signedIn }: { sessionKind: SessionKind; signedIn: SignedInWithCode }) {
  const completeSignIn = useCompleteSignIn(sessionKind);
  const language = LANGUAGE[sessionKind];
  const texts = SIGN_IN_STEP_TEXTS[language];
  return (
    <AuthFrame
      sessionKind={sessionKind}
      panel={SESSION_KINDS[sessionKind].panel}
      title={texts.saveCodesTitle}
      language={language}
    >
      <div className="flex flex-col gap-5">
        <RecoveryCodeList language={language} codes={signedIn.recoveryCodes ?? []} />
        <Button lang={language} className="w-full" onClick={() => void completeSignIn(toSessionUser(signedIn))}>
          {texts.continue}
        </Button>
      </div>
    </AuthFrame>
  );
}
