import { Link } from "@tanstack/react-router";
import { Suspense, useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import type { SecondStep } from "#contract/auth.ts";
import { credentials } from "#contract/forms.ts";
import type { SignedInWithCode } from "#contract/two-step.ts";
import { formResolver } from "#lib/forms/form-resolver.ts";
import type { SessionKind } from "#lib/session/session.ts";
import { Button } from "#ui/button/button.tsx";
import { Field } from "#ui/field/field.tsx";
import { Input, PasswordInput } from "#ui/field/input.tsx";

import { lazyComponent } from "#ui/lazy-component.tsx";
import { useCompleteSignIn, useSignIn } from "./auth.api.ts";
import { AuthFrame, frameLinkStyle } from "./auth-frame.tsx";
import { SIDES, SIGN_IN_TEXTS } from "./auth-sides.ts";
import { CodeForm } from "./two-step/code-form.tsx";
import { toSessionUser } from "./two-step/two-step.api.ts";
import { LANGUAGE, SIGN_IN_STEP_TEXTS } from "./two-step/two-step-texts.ts";

export const LoginPage = () => <SignIn side="main" />;

export const AdminLoginPage = () => <SignIn side="admin" />;

/** Lazy: few people ever set up two-step sign-in here. */
const SetUpStep = lazyComponent(() => import("./two-step/set-up-step.tsx"), "SetUpStep");

function SignIn({ side }: { side: SessionKind }) {
  const [secondStep, setSecondStep] = useState<SecondStep>();
  if (!secondStep) return <PasswordStep side={side} onSecondStep={setSecondStep} />;
  const { challenge, setUp } = secondStep;
  const askPasswordAgain = () => setSecondStep(undefined);
  if (!setUp) return <CodeStep side={side} challenge={challenge} onBack={askPasswordAgain} />;
  return (
    <Suspense>
      <SetUpStep side={side} challenge={challenge} secret={setUp} onBack={askPasswordAgain} />
    </Suspense>
  );
}

type PasswordStepProps = { side: SessionKind; onSecondStep: (secondStep: SecondStep) => void };

function PasswordStep({ side, onSecondStep }: PasswordStepProps) {
  const { title, language } = SIGN_IN_TEXTS[side];
  return (
    <AuthFrame
      side={side}
      title={title}
      language={language}
      footer={
        <Link to={SIDES[side].forgotPasswordPage} className={frameLinkStyle}>
          Wachtwoord vergeten?
        </Link>
      }
    >
      <SignInForm side={side} onSecondStep={onSecondStep} />
    </AuthFrame>
  );
}

function SignInForm({ side, onSecondStep }: PasswordStepProps) {
  const texts = SIGN_IN_TEXTS[side];
  const signIn = useSignIn(side, onSecondStep);
  const { register, handleSubmit, resetField, setFocus, formState } = useForm({
    resolver: formResolver(credentials),
    defaultValues: { username: "", password: "" },
  });
  const { errors } = formState;
  useEffect(() => setFocus("username"), [setFocus]);
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

type CodeStepProps = { side: SessionKind; challenge: string; onBack: () => void };

/** The step after the password: a code of the authenticator app, or a recovery code. */
function CodeStep({ side, challenge, onBack }: CodeStepProps) {
  const [kind, setKind] = useState<"app" | "recovery">("app");
  const completeSignIn = useCompleteSignIn(side);
  const language = LANGUAGE[side];
  const texts = SIGN_IN_STEP_TEXTS[language];
  const finish = (answer: SignedInWithCode) => {
    const left = answer.recoveryCodesLeft;
    void completeSignIn(toSessionUser(answer), left === undefined ? undefined : texts.codesLeft(left));
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
      {/* The key clears the input when the user switches between app code and recovery code. */}
      <CodeForm key={kind} side={side} kind={kind} challenge={challenge} onSignedIn={finish} onExpired={onBack} />
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
