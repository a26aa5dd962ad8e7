import { type ComponentProps, useEffect } from "react";
import { useForm } from "react-hook-form";
import type { SignedInWithCode } from "#contract/two-step.ts";
import { ApiError } from "#lib/api/api.ts";
import type { SessionKind } from "#lib/session/session.ts";
import { Button } from "#ui/button/button.tsx";
import { Field } from "#ui/field/field.tsx";
import { Input } from "#ui/field/input.tsx";
import { showSignInFailure } from "../auth.api.ts";
import { SIGN_IN_TEXTS } from "../sign-in-texts.ts";
import { useSignInWithCode } from "./two-step.api.ts";
import { LANGUAGE, SIGN_IN_STEP_TEXTS } from "./two-step-texts.ts";

type CodeInputProps = Omit<ComponentProps<"input">, "type"> & { kind: "app" | "recovery" | "either" };

const INPUT_PROPS = {
  // `one-time-code` lets phones and password managers fill in the code. Seven characters: a space in the middle is allowed.
  app: { inputMode: "numeric", autoComplete: "one-time-code", maxLength: 7, placeholder: "123 456" },
  recovery: { autoComplete: "off", autoCapitalize: "characters", maxLength: 20, placeholder: "XXXX-XXXX" },
  either: { autoComplete: "one-time-code", autoCapitalize: "characters", maxLength: 20, placeholder: "123 456" },
} as const;

export const CodeInput = ({ kind, ...props }: CodeInputProps) => (
  <Input
    {...INPUT_PROPS[kind]}
    required
    autoCorrect="off"
    spellCheck={false}
    {...props}
    className="font-medium tabular-nums tracking-widest"
  />
);

type CodeFormProps = {
  sessionKind: SessionKind;
  kind: "app" | "recovery";
  challenge: string;
  onSignedIn: (response: SignedInWithCode) => void;
  /** The challenge has expired: start again with the password. */
  onExpired: () => void;
};

export function CodeForm({ sessionKind, kind, challenge, onSignedIn, onExpired }: CodeFormProps) {
  const language = LANGUAGE[sessionKind];
  const texts = SIGN_IN_STEP_TEXTS[language];
  const { submit, busy } = SIGN_IN_TEXTS[sessionKind];
  const signIn = useSignInWithCode(sessionKind);
  const { register, handleSubmit, resetField, setError, setFocus, formState } = useForm({
    defaultValues: { code: "" },
  });
  useEffect(() => setFocus("code"), [setFocus]);

  const showFailure = (error: unknown) => {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code !== "invalid_credentials") showSignInFailure(sessionKind, error);
    if (code === "expired") return onExpired();
    resetField("code");
    if (code === "invalid_credentials") setError("code", { message: texts.wrong });
    setFocus("code");
  };
  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ code }) =>
        signIn.mutate({ challenge, code }, { onSuccess: onSignedIn, onError: showFailure }),
      )}
      className="flex flex-col gap-4"
    >
      <Field
        label={<span lang={language}>{texts[kind].label}</span>}
        error={formState.errors.code && <span lang={language}>{formState.errors.code.message}</span>}
      >
        <CodeInput kind={kind} {...register("code", { validate: (code) => code.trim() !== "" || texts.missing })} />
      </Field>
      <Button type="submit" lang={language} busy={signIn.isPending} busyLabel={busy} className="w-full">
        {submit}
      </Button>
    </form>
  );
}
