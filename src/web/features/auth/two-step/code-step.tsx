import { useState } from "react";
import type { SignedInWithCode } from "#contract/two-step.ts";
import type { Side } from "#lib/session-expiry.ts";
import { Button } from "#ui/button.tsx";
import { useEnter } from "../auth.api.ts";
import { AuthFrame } from "../auth-frame.tsx";
import { SIDES } from "../auth-side.ts";
import { CodeForm } from "./code-form.tsx";
import { withoutCodes } from "./two-step.api.ts";
import { LANGUAGE, STEP_TEXTS } from "./two-step-texts.ts";

type CodeStepProps = { side: Side; challenge: string; onBack: () => void };

/** After the password: the code of the app, or a recovery code. */
export function CodeStep({ side, challenge, onBack }: CodeStepProps) {
  const [kind, setKind] = useState<"app" | "recovery">("app");
  const enter = useEnter(side);
  const language = LANGUAGE[side];
  const texts = STEP_TEXTS[language];
  const signedIn = (answer: SignedInWithCode) => {
    const left = answer.recoveryCodesLeft;
    void enter(withoutCodes(answer), left === undefined ? undefined : texts.codesLeft(left));
  };
  return (
    <AuthFrame
      side={side}
      panel={SIDES[side].panel}
      title={texts.title}
      text={texts[kind].text}
      language={language}
      footer={
        <Button variant="link" lang={language} onClick={onBack}>
          {texts.back}
        </Button>
      }
    >
      {/* Another kind of code is another field: what was typed into the one is nothing to the other. */}
      <CodeForm key={kind} side={side} kind={kind} challenge={challenge} onSignedIn={signedIn} onExpired={onBack} />
      <Button
        variant="link"
        lang={language}
        className="mt-5 w-full"
        onClick={() => setKind(kind === "app" ? "recovery" : "app")}
      >
        {kind === "app" ? texts.useRecovery : texts.useApp}
      </Button>
    </AuthFrame>
  );
}
