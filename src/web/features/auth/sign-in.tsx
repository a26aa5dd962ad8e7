import { zodResolver } from "@hookform/resolvers/zod";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { credentials } from "../../../contract/auth.ts";
import type { Side } from "../../lib/session-expiry.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import { useSignIn } from "./auth.api.ts";
import { AuthFrame, frameLinkStyle } from "./auth-frame.tsx";
import { SIDES } from "./auth-side.ts";
import { SIGN_IN_TEXTS } from "./sign-in-texts.ts";

export function SignIn({ side }: { side: Side }) {
  const { title, language } = SIGN_IN_TEXTS[side];
  return (
    <AuthFrame
      side={side}
      title={title}
      titleLanguage={language}
      footer={
        <Link to={SIDES[side].forgotPasswordPage} className={frameLinkStyle}>
          Wachtwoord vergeten?
        </Link>
      }
    >
      <SignInForm side={side} />
    </AuthFrame>
  );
}

function SignInForm({ side }: { side: Side }) {
  const texts = SIGN_IN_TEXTS[side];
  const signIn = useSignIn(side);
  const { register, handleSubmit, resetField, setFocus, formState } = useForm({
    resolver: zodResolver(credentials),
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
