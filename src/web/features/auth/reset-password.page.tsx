import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import type { Invitation } from "#contract/auth.ts";
import { errorMessage } from "#lib/api/api.ts";
import { formResolver } from "#lib/forms/form-resolver.ts";
import type { SessionKind } from "#lib/session/session.ts";
import { Button } from "#ui/button/button.tsx";
import { Skeleton, SkeletonGroup } from "#ui/feedback/loading.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { useInvitation, useResetPassword } from "./auth.api.ts";
import { AuthFrame, frameLinkStyle } from "./auth-frame.tsx";
import {
  NewPasswordInputs,
  type NewPasswordValues,
  newPasswordSchema,
  showNewPasswordError,
} from "./password-fields.tsx";
import { SESSION_KINDS } from "./session-kinds.ts";
import { useTokenFromUrl } from "./token-from-url.ts";

const CHOOSE_TITLE = "Kies een wachtwoord";

export const ResetPasswordPage = () => <ResetPassword sessionKind="main" />;

export const AdminResetPasswordPage = () => <ResetPassword sessionKind="admin" />;

function ResetPassword({ sessionKind }: { sessionKind: SessionKind }) {
  const token = useTokenFromUrl();
  if (token === undefined) return <InvalidLink sessionKind={sessionKind} />;
  if (sessionKind === "admin") return <ChooseNewPassword sessionKind={sessionKind} token={token} />;
  return <ChooseWorkspacePassword token={token} />;
}

/** The form can do without the text of the invitation, and waits for it only because a later text would move the fields. */
const MAX_WAIT_MS = 3_000;

function ChooseWorkspacePassword({ token }: { token: string }) {
  const { data, isPending } = useInvitation(token);
  const [hasWaited, setHasWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setHasWaited, MAX_WAIT_MS, true);
    return () => clearTimeout(timer);
  }, []);
  if (isPending && !hasWaited)
    return (
      <AuthFrame sessionKind="main" title={CHOOSE_TITLE}>
        <FormSkeleton />
      </AuthFrame>
    );
  const invitation = data?.invitation;
  return (
    <ChooseNewPassword sessionKind="main" token={token} text={invitation ? invitationText(invitation) : undefined} />
  );
}

/** The two fields with their labels, and the button. */
const FormSkeleton = () => (
  <SkeletonGroup className="flex flex-col gap-4">
    {["nieuw", "bevestiging"].map((field) => (
      <div key={field} className="flex flex-col gap-2">
        <Skeleton className="w-40" />
        <Skeleton className="h-9 max-sm:h-10" />
      </div>
    ))}
    <Skeleton className="mt-2 h-9 max-sm:h-10" />
  </SkeletonGroup>
);

const invitationText = ({ inviter, companyName, username }: Invitation): string =>
  `${inviter} heeft je${companyName ? ` voor de werkomgeving van ${companyName}` : ""} uitgenodigd. Je gebruikersnaam is ${username}.`;

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

type ChooseNewPasswordProps = { sessionKind: SessionKind; token: string; text?: string | undefined };

function ChooseNewPassword({ sessionKind, token, text }: ChooseNewPasswordProps) {
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
      title={CHOOSE_TITLE}
      text={text}
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
  const { register, handleSubmit, setError, clearErrors, formState } = useForm({
    resolver: formResolver(newPasswordSchema),
    defaultValues: { newPassword: "", confirmation: "" },
  });
  const { errors } = formState;
  const submit = (values: NewPasswordValues) => {
    if (showNewPasswordError(values, setError)) return;
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
        newPassword={register("newPassword", { onChange: () => clearErrors("confirmation") })}
        confirmation={register("confirmation")}
        errors={errors}
      />
      <Button type="submit" busy={reset.isPending} busyLabel="Bezig..." className="mt-2 w-full">
        Wachtwoord wijzigen
      </Button>
    </form>
  );
}
