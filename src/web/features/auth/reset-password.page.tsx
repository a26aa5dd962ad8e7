import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { errorMessage } from "#lib/api/api.ts";
import { formResolver } from "#lib/forms/form-resolver.ts";
import type { SessionKind } from "#lib/session/session.ts";
import { Button } from "#ui/button/button.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { useResetPassword } from "./auth.api.ts";
import { AuthFrame, frameLinkStyle } from "./auth-frame.tsx";
import {
  NewPasswordInputs,
  type NewPasswordValues,
  newPasswordSchema,
  showNewPasswordError,
} from "./password-fields.tsx";
import { SESSION_KINDS } from "./session-kinds.ts";
import { useTokenFromUrl } from "./token-from-url.ts";

export const ResetPasswordPage = () => <ResetPassword sessionKind="main" />;

export const AdminResetPasswordPage = () => <ResetPassword sessionKind="admin" />;

function ResetPassword({ sessionKind }: { sessionKind: SessionKind }) {
  const token = useTokenFromUrl();
  return token === undefined ? (
    <InvalidLink sessionKind={sessionKind} />
  ) : (
    <ChooseNewPassword sessionKind={sessionKind} token={token} />
  );
}

function InvalidLink({ sessionKind }: { sessionKind: SessionKind }) {
  const { panel, forgotPasswordPage } = SESSION_KINDS[sessionKind];
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
      sessionKind={sessionKind}
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

function ChooseNewPassword({ sessionKind, token }: { sessionKind: SessionKind; token: string }) {
  const { panel, signInPage, forgotPasswordPage } = SESSION_KINDS[sessionKind];
  const reset = useResetPassword(sessionKind);
  if (reset.isSuccess) {
    return (
      <AuthFrame
        sessionKind={sessionKind}
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
      sessionKind={sessionKind}
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
    const invalidField = showNewPasswordError(values);
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
            description: errorMessage(error, "Er is een fout opgetreden"),
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
        errors={errors}
      />
      <Button type="submit" busy={reset.isPending} busyLabel="Bezig..." className="mt-2 w-full">
        Wachtwoord wijzigen
      </Button>
    </form>
  );
}
