import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Suspense, useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import type { SecondStep, SessionUser } from "#contract/auth.ts";
import { credentials } from "#contract/forms.ts";
import { systemRoutes } from "#contract/system.ts";
import type { SignedInWithCode } from "#contract/two-step.ts";
import { call } from "#lib/api/api.ts";
import { formResolver } from "#lib/forms/form-resolver.ts";
import type { SessionKind } from "#lib/session/session.ts";
import { Button } from "#ui/button/button.tsx";
import { Field } from "#ui/field/field.tsx";
import { Input, PasswordInput } from "#ui/field/input.tsx";

import { lazyComponent } from "#ui/lazy-component.tsx";
import { useCompleteSignIn, useSignIn } from "./auth.api.ts";
import { AuthFrame, frameLinkStyle } from "./auth-frame.tsx";
import { SESSION_KINDS } from "./session-kinds.ts";
import { SIGN_IN_TEXTS } from "./sign-in-texts.ts";
import { CodeForm } from "./two-step/code-form.tsx";
import { toSessionUser } from "./two-step/two-step.api.ts";
import { LANGUAGE, SIGN_IN_STEP_TEXTS } from "./two-step/two-step-texts.ts";

export const LoginPage = () => <SignIn sessionKind="main" />;

export const AdminLoginPage = () => <SignIn sessionKind="admin" />;

/** Lazy: few people ever set up two-step sign-in here. */
const SetUpStep = lazyComponent(() => import("./two-step/set-up-step.tsx"), "SetUpStep");

function SignIn({ sessionKind }: { sessionKind: SessionKind }) {
  const [secondStep, setSecondStep] = useState<SecondStep>();
  if (!secondStep) return <PasswordStep sessionKind={sessionKind} onSecondStep={setSecondStep} />;
  const { challenge, setUp } = secondStep;
  const askPasswordAgain = () => setSecondStep(undefined);
  if (!setUp) return <CodeStep sessionKind={sessionKind} challenge={challenge} onBack={askPasswordAgain} />;
  return (
    <Suspense>
      <SetUpStep sessionKind={sessionKind} challenge={challenge} secret={setUp} onBack={askPasswordAgain} />
    </Suspense>
  );
}

type PasswordStepProps = { sessionKind: SessionKind; onSecondStep: (secondStep: SecondStep) => void };

function PasswordStep({ sessionKind, onSecondStep }: PasswordStepProps) {
  const { title, language } = SIGN_IN_TEXTS[sessionKind];
  return (
    <AuthFrame
      sessionKind={sessionKind}
      title={title}
      language={language}
      footer={
        <>
          <Link to={SESSION_KINDS[sessionKind].forgotPasswordPage} className={frameLinkStyle}>
            Wachtwoord vergeten?
          </Link>
          {sessionKind === "main" && (
            <Link to="/login/sso" className={frameLinkStyle}>
              Inloggen via SSO
            </Link>
          )}
          {sessionKind === "main" && <NoAccount />}
        </>
      }
    >
      <SignInForm sessionKind={sessionKind} onSecondStep={onSecondStep} />
    </AuthFrame>
  );
}

/** The buttons of the landing page lead here, also for people without an account. */
function NoAccount() {
  const contact = useQuery({
    queryKey: ["contact"],
    queryFn: ({ signal }) => call(systemRoutes.contact, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <div className="mt-2 max-w-sm text-balance text-center text-muted-foreground text-sm">
      <p>Nog geen account? Een beheerder van je bedrijf kan je uitnodigen.</p>
      {/* As high as the longest text, so that nothing moves when the address arrives. */}
      <p className="min-h-10">
        {contact.data?.email && (
          <>
            Nog geen klant? Mail{" "}
            <a href={`mailto:${contact.data.email}`} className={frameLinkStyle}>
              {contact.data.email}
            </a>
            .
          </>
        )}
      </p>
    </div>
  );
}

type SignInFormProps = PasswordStepProps & {
  /** Filled in, for a user whose session has ended. */
  username?: string;
  onSignedIn?: (user: SessionUser) => void;
};

export function SignInForm({ sessionKind, username = "", onSecondStep, onSignedIn }: SignInFormProps) {
  const texts = SIGN_IN_TEXTS[sessionKind];
  const signIn = useSignIn(sessionKind, { onSecondStep, onSignedIn });
  const { register, handleSubmit, resetField, setFocus, formState } = useForm({
    resolver: formResolver(credentials),
    defaultValues: { username, password: "" },
  });
  const { errors } = formState;
  useEffect(() => setFocus(username ? "password" : "username"), [setFocus, username]);
  const askPasswordAgain = () => {
    resetField("password");
    setFocus("password");
  };
  return (
    <form
      noValidate
      onSubmit={handleSubmit((values) => signIn.mutate(values, { onError: askPasswordAgain }))}
      className="flex flex-col gap-4"
    >
      <Field label={<span lang={texts.language}>{texts.username}</span>} error={errors.username?.message}>
        <Input
          {...register("username")}
          required
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      </Field>
      <Field label={<span lang={texts.language}>{texts.password}</span>} error={errors.password?.message}>
        <PasswordInput {...register("password")} required autoComplete="current-password" />
      </Field>
      <Button
        type="submit"
        lang={texts.language}
        busy={signIn.isPending}
        busyLabel={texts.busy}
        className="mt-2 w-full"
      >
        {texts.submit}
      </Button>
    </form>
  );
}

type CodeStepProps = { sessionKind: SessionKind; challenge: string; onBack: () => void };

/** The step after the password: a code of the authenticator app, or a recovery code. */
function CodeStep({ sessionKind, challenge, onBack }: CodeStepProps) {
  const [kind, setKind] = useState<"app" | "recovery">("app");
  const completeSignIn = useCompleteSignIn(sessionKind);
  const language = LANGUAGE[sessionKind];
  const texts = SIGN_IN_STEP_TEXTS[language];
  const finish = (response: SignedInWithCode) => {
    const left = response.recoveryCodesLeft;
    void completeSignIn(toSessionUser(response), left === undefined ? undefined : texts.codesLeft(left));
  };
  return (
    <AuthFrame
      sessionKind={sessionKind}
      panel={SESSION_KINDS[sessionKind].panel}
      title={texts.title}
      text={texts[kind].text}
      language={language}
      footer={
        <Button variant="link" lang={language} onClick={onBack}>
          {texts.back}
        </Button>
      }
    >
      {/* The key clears the input when the user switches between app code and recovery code. */}
      <CodeForm
        key={kind}
        sessionKind={sessionKind}
        kind={kind}
        challenge={challenge}
        onSignedIn={finish}
        onExpired={onBack}
      />
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
