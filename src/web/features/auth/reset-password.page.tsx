import { Link, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { resetPasswordForm } from "#contract/forms.ts";
import { problemText } from "#lib/api/api.ts";
import { formResolver } from "#lib/forms/form-resolver.ts";
import type { SessionKind } from "#lib/session/session.ts";
import { Button } from "#ui/button/button.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { useResetPassword } from "./auth.api.ts";
import { AuthFrame, frameLinkStyle } from "./auth-frame.tsx";
import { SIDES } from "./auth-sides.ts";
import {
  NewPasswordInputs,
  type NewPasswordValues,
  newPasswordSchema,
  showNewPasswordProblem,
} from "./password-fields.tsx";

export const ResetPasswordPage = () => <ResetPassword side="main" />;

export const AdminResetPasswordPage = () => <ResetPassword side="admin" />;

function ResetPassword({ side }: { side: SessionKind }) {
  const search: { token?: unknown } = useSearch({ strict: false });
  const token = resetPasswordForm.shape.token.safeParse(search.token).data;
  return token === undefined ? <InvalidLink side={side} /> : <ChooseNewPassword side={side} token={token} />;
}

function InvalidLink({ side }: { side: SessionKind }) {
  const { panel, forgotPasswordPage } = SIDES[side];
  useEffect(
    () =>
      showToast({
        title: "Ongeldige link",
        description: "De reset link is ongeldig of verlopen.",
        tone: "destructive",
      }),
    [],
  );
  return (
    <AuthFrame
      side={side}
      panel={panel}
      title="Ongeldige reset link"
      text="Deze wachtwoord reset link is ongeldig of verlopen."
    >
      <Button asChild className="w-full">
        <Link to={forgotPasswordPage}>Vraag een nieuwe link aan</Link>
      </Button>
    </AuthFrame>
  );
}

function ChooseNewPassword({ side, token }: { side: SessionKind; token: string }) {
  const { panel, signInPage, forgotPasswordPage } = SIDES[side];
  const reset = useResetPassword(side);
  if (reset.isSuccess) {
    return (
      <AuthFrame
        side={side}
        panel={panel}
        title="Wachtwoord succesvol gewijzigd!"
        text="Je kunt nu inloggen met je nieuwe wachtwoord."
      >
        <Button asChild className="w-full">
          <Link to={signInPage}>Ga naar inloggen</Link>
        </Button>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      side={side}
      panel={panel}
      title="Wachtwoord opnieuw instellen"
      footer={
        <>
          <Link to={signInPage} className={frameLinkStyle}>
            Terug naar inloggen
          </Link>
          {/* Only the server knows that a link has expired, so the way to a new one is offered after a failed attempt. */}
          {reset.isError && (
            <Link to={forgotPasswordPage} className={frameLinkStyle}>
              Vraag een nieuwe link aan
            </Link>
          )}
        </>
      }
    >
      <ResetPasswordForm reset={reset} token={token} />
    </AuthFrame>
  );
}

type ResetPasswordFormProps = { reset: ReturnType<typeof useResetPassword>; token: string };

function ResetPasswordForm({ reset, token }: ResetPasswordFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: formResolver(newPasswordSchema),
    defaultValues: { newPassword: "", confirmation: "" },
  });
  const { errors } = formState;
  const submit = (values: NewPasswordValues) => {
    const invalidField = showNewPasswordProblem(values);
    if (invalidField) {
      setError(invalidField, { type: "rule" }, { shouldFocus: true });
      return;
    }
    reset.mutate(
      { token, password: values.newPassword },
      {
        onSuccess: ({ message }) => showToast({ title: "Wachtwoord gewijzigd", description: message }),
        onError: (error) =>
          showToast({
            title: "Fout",
            description: problemText(error, "Er is een fout opgetreden"),
            tone: "destructive",
          }),
      },
    );
  };
  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="flex flex-col gap-4">
      <NewPasswordInputs
        newPassword={register("newPassword")}
        confirmation={register("confirmation")}
        problems={errors}
      />
      <Button type="submit" busy={reset.isPending} busyLabel="Bezig..." className="mt-2 w-full">
        Wachtwoord wijzigen
      </Button>
    </form>
  );
}
