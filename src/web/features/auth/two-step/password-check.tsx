import type { UseMutationResult } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { passwordCheck } from "#contract/auth-forms.ts";
import { problemText } from "#lib/api-error.ts";
import { showFieldProblems } from "#lib/field-problems.ts";
import { formResolver } from "#lib/form-resolver.ts";
import { Button } from "#ui/button.tsx";
import { showToast } from "#ui/toast.tsx";
import { PasswordField } from "../password-field.tsx";
import { ViewHeading } from "./view-heading.tsx";

const QUESTIONS = {
  start: {
    title: "Inloggen in twee stappen aanzetten",
    text: "Vul eerst je wachtwoord in, zodat we zeker weten dat jij het bent.",
    submit: "Verder",
    failed: "Inloggen in twee stappen is niet aangezet",
  },
  renewCodes: {
    title: "Nieuwe herstelcodes",
    text: "Je krijgt tien nieuwe codes. De oude werken daarna niet meer.",
    submit: "Maak nieuwe codes",
    failed: "Geen nieuwe herstelcodes gemaakt",
  },
  turnOff: {
    title: "Inloggen in twee stappen uitzetten",
    text: "Daarna is je wachtwoord genoeg om in te loggen. Op je andere apparaten word je uitgelogd.",
    submit: "Uitzetten",
    failed: "Inloggen in twee stappen is niet uitgezet",
  },
} as const;
export type Purpose = keyof typeof QUESTIONS;

type PasswordCheckProps<Answer> = {
  purpose: Purpose;
  username: string;
  change: UseMutationResult<Answer, Error, string>;
  onDone: (answer: Answer) => void;
  onCancel: () => void;
};

export function PasswordCheck<Answer>({ purpose, username, change, onDone, onCancel }: PasswordCheckProps<Answer>) {
  const { title, text, submit, failed } = QUESTIONS[purpose];
  const { register, handleSubmit, getValues, setError, setFocus, formState } = useForm({
    resolver: formResolver(passwordCheck),
    defaultValues: { currentPassword: "" },
  });
  useEffect(() => setFocus("currentPassword"), [setFocus]);
  const refuse = (error: unknown) => {
    if (showFieldProblems(error, { getValues, setError })) return;
    showToast({ title: failed, description: problemText(error, "Er is een fout opgetreden"), tone: "destructive" });
  };
  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ currentPassword }) =>
        change.mutate(currentPassword, { onSuccess: onDone, onError: refuse }),
      )}
      className="flex flex-col gap-4"
    >
      <div>
        <ViewHeading focus={false}>{title}</ViewHeading>
        <p className="mt-1.5 text-muted-foreground">{text}</p>
      </div>
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label="Wachtwoord"
        problem={formState.errors.currentPassword}
        autoComplete="current-password"
        {...register("currentPassword")}
      />
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
