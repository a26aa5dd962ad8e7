import { useEffect } from "react";
import { useForm } from "react-hook-form";
import type { SignedInWithCode } from "#contract/two-step.ts";
import { ApiError } from "#lib/api-error.ts";
import type { Side } from "#lib/session-expiry.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { showRefusal } from "../auth.api.ts";
import { SIGN_IN_TEXTS } from "../sign-in-texts.ts";
import { CodeInput } from "./code-input.tsx";
import { useSignInWithCode } from "./two-step.api.ts";
import { LANGUAGE, STEP_TEXTS } from "./two-step-texts.ts";

type CodeFormProps = {
  side: Side;
  kind: "app" | "recovery";
  challenge: string;
  onSignedIn: (answer: SignedInWithCode) => void;
  /** It took too long: the password is asked again. */
  onExpired: () => void;
};

export function CodeForm({ side, kind, challenge, onSignedIn, onExpired }: CodeFormProps) {
  const language = LANGUAGE[side];
  const texts = STEP_TEXTS[language];
  const { submit, busy } = SIGN_IN_TEXTS[side];
  const signIn = useSignInWithCode(side);
  const { register, handleSubmit, resetField, setError, setFocus, formState } = useForm({
    defaultValues: { code: "" },
  });
  useEffect(() => setFocus("code"), [setFocus]);

  const refuse = (error: unknown) => {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code !== "invalid_credentials") showRefusal(side, error);
    if (code === "expired") return onExpired();
    resetField("code");
    if (code === "invalid_credentials") setError("code", { message: texts.wrong });
    setFocus("code");
  };
  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ code }) =>
        signIn.mutate({ challenge, code }, { onSuccess: onSignedIn, onError: refuse }),
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
