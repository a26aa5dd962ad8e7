import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { authRoutes, type SecondStep, type SessionUser } from "#contract/auth.ts";
import { callOrNull } from "#lib/api/api.ts";
import { isSameWorkspace } from "#lib/session/same-workspace.ts";
import { type SessionKind, setSessionExpired } from "#lib/session/session.ts";
import { Button } from "#ui/button/button.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { frameLinkStyle } from "./auth-frame.tsx";
import { SignInForm } from "./login.page.tsx";
import { SESSION_KINDS } from "./session-kinds.ts";
import { endSession } from "./sign-out.api.ts";
import { CodeForm } from "./two-step/code-form.tsx";
import { toSessionUser } from "./two-step/two-step.api.ts";
import { LANGUAGE, SIGN_IN_STEP_TEXTS } from "./two-step/two-step-texts.ts";

type EndedSession = { sessionKind: SessionKind; user: SessionUser };

/** Continues an ended session on the same screen. Another user, or the same one in another company, starts with a new page. */
function useContinueSession({ sessionKind, user }: EndedSession) {
  const client = useQueryClient();
  const { sessionKey, home } = SESSION_KINDS[sessionKind];
  return async (signedIn: SessionUser) => {
    if (!isSameWorkspace(signedIn, user)) return location.assign(home);
    setSessionExpired(undefined);
    client.setQueryData(sessionKey, signedIn);
    showToast({ title: "Login succesvol", description: "Je kunt verder waar je was." });
    await client.invalidateQueries();
  };
}

/** Gives up the ended session and its screen. */
function useLeaveSession(sessionKind: SessionKind) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { sessionKey, signInPage } = SESSION_KINDS[sessionKind];
  return async () => {
    setSessionExpired(undefined);
    await endSession(client, sessionKey);
    await navigate({ to: signInPage });
  };
}

/** Over the screen on which the session ended, so that neither the place nor a typed text is lost. */
export function SignInAgainDialog({ sessionKind, user }: EndedSession) {
  const [secondStep, setSecondStep] = useState<SecondStep>();
  const continueSession = useContinueSession({ sessionKind, user });
  const leave = useLeaveSession(sessionKind);
  const confirm = useConfirm();
  useSignInElsewhere(sessionKind, continueSession);
  // A first set-up of the second step needs the whole page.
  const continueWith = (next: SecondStep) => (next.setUp ? void leave() : setSecondStep(next));
  const askAndLeave = async () => {
    const confirmed = await confirm({
      title: "Niet opnieuw inloggen?",
      text: "Dan ga je naar de inlogpagina. Wat je hier hebt getypt en nog niet is opgeslagen, kan verloren gaan.",
      confirmLabel: "Naar de inlogpagina",
      tone: "destructive",
    });
    if (confirmed) await leave();
  };
  return (
    <FormDialog
      open
      onClose={() => void askAndLeave()}
      title="Je sessie is verlopen"
      description="Log opnieuw in om verder te gaan. Wat je hebt getypt, blijft staan."
      size="sm"
    >
      <div className="flex flex-col gap-4 pb-5">
        {secondStep ? (
          <CodeStep
            sessionKind={sessionKind}
            challenge={secondStep.challenge}
            onSignedIn={(signedIn) => void continueSession(signedIn)}
            onExpired={() => setSecondStep(undefined)}
          />
        ) : (
          <SignInForm
            sessionKind={sessionKind}
            username={user.username}
            onSecondStep={continueWith}
            onSignedIn={(signedIn) => void continueSession(signedIn)}
          />
        )}
        <p className="flex flex-wrap justify-between gap-2 text-[0.8125rem]">
          {sessionKind === "main" && (
            <a href="/login/sso" target="_blank" rel="noreferrer" className={frameLinkStyle}>
              Inloggen via SSO
            </a>
          )}
          <Button variant="link" onClick={() => void leave()}>
            Naar de inlogpagina
          </Button>
        </p>
      </div>
    </FormDialog>
  );
}

type CodeStepProps = {
  sessionKind: SessionKind;
  challenge: string;
  onSignedIn: (user: SessionUser) => void;
  onExpired: () => void;
};

function CodeStep({ sessionKind, challenge, onSignedIn, onExpired }: CodeStepProps) {
  const [kind, setKind] = useState<"app" | "recovery">("app");
  const language = LANGUAGE[sessionKind];
  const { useApp, useRecovery } = SIGN_IN_STEP_TEXTS[language];
  return (
    <>
      {/* The key clears the input when the user switches between app code and recovery code. */}
      <CodeForm
        key={kind}
        sessionKind={sessionKind}
        kind={kind}
        challenge={challenge}
        onSignedIn={(response) => onSignedIn(toSessionUser(response))}
        onExpired={onExpired}
      />
      <Button variant="link" lang={language} onClick={() => setKind(kind === "app" ? "recovery" : "app")}>
        {kind === "app" ? useRecovery : useApp}
      </Button>
    </>
  );
}

/** Whoever signs in in another tab continues when they return to this one. */
function useSignInElsewhere(sessionKind: SessionKind, continueSession: (user: SessionUser) => Promise<unknown>) {
  const look = useEffectEvent(async () => {
    const route = sessionKind === "main" ? authRoutes.currentUser : authRoutes.adminUser;
    const found = await callOrNull(route).catch(() => null);
    if (found) await continueSession(found);
  });
  useEffect(() => {
    const onFocus = () => void look();
    addEventListener("focus", onFocus);
    return () => removeEventListener("focus", onFocus);
  }, []);
}
