import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import type { TwoStepSecret } from "#contract/auth.ts";
import { codeFormSchema, type PasswordAndCode, passwordAndCodeCheck } from "#contract/forms.ts";
import { errorMessage } from "#lib/api/api.ts";
import { formResolver, showFieldErrors } from "#lib/forms/form-resolver.ts";

import type { SessionKind } from "#lib/session/session.ts";
import { Button } from "#ui/button/button.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { Field } from "#ui/field/field.tsx";
import { PasswordField } from "../password-fields.tsx";
import { CodeInput } from "./code-form.tsx";
import { useConfirmTwoStep } from "./two-step.api.ts";
import { AuthenticatorSecret } from "./two-step-secrets.tsx";
import { SHARED_TEXTS } from "./two-step-texts.ts";

/** Takes the focus when a step opens, so that a screen reader reads the new step from its heading. */
export function StepHeading({ focus = true, children }: { focus?: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);
  return (
    <h3 ref={heading} tabIndex={-1} className="flex items-center gap-2 font-semibold text-[0.9375rem] outline-hidden">
      {children}
    </h3>
  );
}

type FirstCodeFormProps = {
  sessionKind: SessionKind;
  secret: TwoStepSecret;
  onDone: (recoveryCodes: string[]) => void;
  onCancel: () => void;
};

/** Shows the secret and asks for a first code, which proves that the app has it. */
export function FirstCodeForm({ sessionKind, secret, onDone, onCancel }: FirstCodeFormProps) {
  const confirm = useConfirmTwoStep(sessionKind);
  const { register, handleSubmit, getValues, setError, formState } = useForm({
    resolver: formResolver(codeFormSchema),
    defaultValues: { code: "" },
  });
  const finish = ({ recoveryCodes }: { recoveryCodes: string[] }) => {
    showToast({
      title: "Inloggen in twee stappen staat aan",
      description: "Op je andere apparaten ben je uitgelogd.",
    });
    onDone(recoveryCodes);
  };
  const showFailure = (error: unknown) => {
    if (showFieldErrors(error, { getValues, setError })) return;
    showToast({
      title: "Inloggen in twee stappen is niet aangezet",
      description: errorMessage(error, "Er is een fout opgetreden"),
      tone: "destructive",
    });
  };
  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ code }) => confirm.mutate(code, { onSuccess: finish, onError: showFailure }))}
      className="flex flex-col gap-4"
    >
      <StepHeading>Koppel je authenticator-app</StepHeading>
      <AuthenticatorSecret language="nl" secret={secret} />
      <Field label={SHARED_TEXTS.nl.code} hint="De code die je app nu toont." error={formState.errors.code?.message}>
        <CodeInput kind="app" {...register("code")} />
      </Field>
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="outline" onClick={onCancel}>
          Annuleren
        </Button>
        <Button type="submit" busy={confirm.isPending} busyLabel="Bezig...">
          Aanzetten
        </Button>
      </div>
    </form>
  );
}

const PASSWORD_CHECK_TEXTS = {
  start: {
    title: "Inloggen in twee stappen aanzetten",
    text: "Vul eerst je wachtwoord in, zodat we zeker weten dat jij het bent.",
    submit: "Verder",
    failedTitle: "Inloggen in twee stappen is niet aangezet",
  },
  renewCodes: {
    title: "Nieuwe herstelcodes",
    text: "Je krijgt tien nieuwe codes. De oude werken daarna niet meer. Vul je wachtwoord en een code in.",
    submit: "Maak nieuwe codes",
    failedTitle: "Geen nieuwe herstelcodes gemaakt",
  },
  turnOff: {
    title: "Inloggen in twee stappen uitzetten",
    text: "Daarna is je wachtwoord genoeg om in te loggen. Op je andere apparaten word je uitgelogd. Vul je wachtwoord en een code in.",
    submit: "Uitzetten",
    failedTitle: "Inloggen in twee stappen is niet uitgezet",
  },
} as const;
export type PasswordCheckPurpose = keyof typeof PASSWORD_CHECK_TEXTS;

/** Before two-step sign-in is on there are no codes. */
const startSchema = passwordAndCodeCheck.extend({ code: z.string() });

type PasswordCheckFormProps<Result> = {
  purpose: PasswordCheckPurpose;
  username: string;
  change: UseMutationResult<Result, Error, PasswordAndCode>;
  onDone: (result: Result) => void;
  onCancel: () => void;
};

export function PasswordCheckForm<Result>({
  purpose,
  username,
  change,
  onDone,
  onCancel,
}: PasswordCheckFormProps<Result>) {
  const { title, text, submit, failedTitle } = PASSWORD_CHECK_TEXTS[purpose];
  const asksForCode = purpose !== "start";
  const { register, handleSubmit, getValues, setError, setFocus, formState } = useForm({
    resolver: formResolver(asksForCode ? passwordAndCodeCheck : startSchema),
    defaultValues: { currentPassword: "", code: "" },
  });
  useEffect(() => setFocus("currentPassword"), [setFocus]);
  const showFailure = (error: unknown) => {
    if (showFieldErrors(error, { getValues, setError })) return;
    showToast({
      title: failedTitle,
      description: errorMessage(error, "Er is een fout opgetreden"),
      tone: "destructive",
    });
  };
  return (
    <form
      noValidate
      onSubmit={handleSubmit((values) => change.mutate(values, { onSuccess: onDone, onError: showFailure }))}
      className="flex flex-col gap-4"
    >
      <div>
        <StepHeading focus={false}>{title}</StepHeading>
        <p className="mt-1.5 text-muted-foreground">{text}</p>
      </div>
      {/* Password managers need the username to know which password this is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label="Wachtwoord"
        error={formState.errors.currentPassword}
        autoComplete="current-password"
        {...register("currentPassword")}
      />
      {asksForCode && (
        <Field
          label="Code"
          hint="De code van zes cijfers die je app nu toont, of een herstelcode."
          error={formState.errors.code?.message}
        >
          <CodeInput kind="either" {...register("code")} />
        </Field>
      )}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="outline" onClick={onCancel}>
          Annuleren
        </Button>
        <Button
          type="submit"
          variant={purpose === "turnOff" ? "destructive" : "primary"}
          busy={change.isPending}
          busyLabel="Bezig..."
        >
          {submit}
        </Button>
      </div>
    </form>
  );
}
