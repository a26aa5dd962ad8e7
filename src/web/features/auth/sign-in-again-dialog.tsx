import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { authRoutes, type SecondStep, type SessionUser } from "#contract/auth.ts";
import { callOrNull } from "#lib/api/api.ts";
import { sessionKey, setSessionExpired } from "#lib/session/session.ts";
import { Button } from "#ui/button/button.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { endSession, useCompleteSignIn } from "./auth.api.ts";
import { frameLinkStyle } from "./auth-frame.tsx";
import { SignInForm } from "./login.page.tsx";
import { SESSION_KINDS } from "./session-kinds.ts";
import { CodeForm } from "./two-step/code-form.tsx";
import { toSessionUser } from "./two-step/two-step.api.ts";

/** Continues an ended session on the same screen. Another user starts at the home page, with an empty cache. */
function useContinueSession(user: SessionUser) {
  const client = useQueryClient();
  const completeSignIn = useCompleteSignIn("main");
  return async (signedIn: SessionUser) => {
    setSessionExpired(false);
    if (signedIn.id !== user.id) return completeSignIn(signedIn);
    client.setQueryData(sessionKey, signedIn);
    showToast({ title: "Login succesvol", description: "Je kunt verder waar je was." });
    await client.invalidateQueries();
  };
}

/** Gives up the ended session and its screen. */
function useLeaveSession() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    setSessionExpired(false);
    await endSession(client, sessionKey);
    await navigate({ to: SESSION_KINDS.main.signInPage });
  };
}

/** Over the screen on which the session ended, so that neither the place nor a typed text is lost. */
export function SignInAgainDialog({ user }: { user: SessionUser }) {
  const [secondStep, setSecondStep] = useState<SecondStep>();
  const continueSession = useContinueSession(user);
  const leave = useLeaveSession();
  useSignInElsewhere(continueSession);
  // A first set-up of the second step needs the whole page.
  const continueWith = (next: SecondStep) => (next.setUp ? void leave() : setSecondStep(next));
  return (
    <FormDialog
      open
      onClose={() => void leave()}
      title="Je sessie is verlopen"
      description="Log opnieuw in om verder te gaan. Wat je hebt getypt, blijft staan."
      size="sm"
    >
      <div className="flex flex-col gap-4 pb-5">
        {secondStep ? (
          <CodeForm
            sessionKind="main"
            kind="app"
            challenge={secondStep.challenge}
            onSignedIn={(response) => void continueSession(toSessionUser(response))}
            onExpired={() => setSecondStep(undefined)}
          />
        ) : (
          <SignInForm
            sessionKind="main"
            username={user.username}
            onSecondStep={continueWith}
            onSignedIn={(signedIn) => void continueSession(signedIn)}
          />
        )}
        <p className="flex flex-wrap justify-between gap-2 text-[0.8125rem]">
          <a href="/login/sso" target="_blank" rel="noreferrer" className={frameLinkStyle}>
            Inloggen via SSO
          </a>
          <Button variant="link" onClick={() => void leave()}>
            Naar de inlogpagina
          </Button>
        </p>
      </div>
    </FormDialog>
  );
}

/** Whoever signs in in another tab continues when they return to this one. */
function useSignInElsewhere(continueSession: (user: SessionUser) => Promise<unknown>) {
  const look = useEffectEvent(async () => {
    const found = await callOrNull(authRoutes.currentUser).catch(() => null);
    if (found) await continueSession(found);
  });
  useEffect(() => {
    const onFocus = () => void look();
    addEventListener("focus", onFocus);
    return () => removeEventListener("focus", onFocus);
  }, []);
}
