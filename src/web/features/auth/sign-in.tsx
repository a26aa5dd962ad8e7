import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import type { SecondStep } from "#contract/auth.ts";
import { credentials } from "#contract/auth-forms.ts";
import { formResolver } from "#lib/form-resolver.ts";
import type { Side } from "#lib/session-expiry.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { PasswordInput } from "#ui/password-input.tsx";
import { useSignIn } from "./auth.api.ts";
import { AuthFrame, frameLinkStyle } from "./auth-frame.tsx";
import { SIDES } from "./auth-side.ts";
import { SIGN_IN_TEXTS } from "./sign-in-texts.ts";
import { CodeStep } from "./two-step/code-step.tsx";

/** Loaded by whoever must set it up, because few ever do. */
const SetUpStep = lazy(async () => ({ default: (await import("./two-step/set-up-step.tsx")).SetUpStep }));

export function SignIn({ side }: { side: Side }) {
  const [asked, setAsked] = useState<SecondStep>();
  if (!asked) return <PasswordStep side={side} onSecondStep={setAsked} />;
  const { challenge, setUp } = asked;
  const askPasswordAgain = () => setAsked(undefined);
  if (!setUp) return <CodeStep side={side} challenge={challenge} onBack={askPasswordAgain} />;
  return (
    <Suspense>
      <SetUpStep side={side} challenge={challenge} secret={setUp} onBack={askPasswordAgain} />
    </Suspense>
  );
}

type PasswordStepProps = { side: Side; onSecondStep: (asked: SecondStep) => void };

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
