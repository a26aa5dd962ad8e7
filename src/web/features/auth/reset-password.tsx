import { Link, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { resetPasswordForm } from "#contract/auth-forms.ts";
import type { Side } from "#lib/session-expiry.ts";
import { Button } from "#ui/button.tsx";
import { showToast } from "#ui/toast.tsx";
import { useResetPassword } from "./auth.api.ts";
import { AuthFrame, frameLinkStyle } from "./auth-frame.tsx";
import { SIDES } from "./auth-side.ts";
import { ResetPasswordForm } from "./reset-password-form.tsx";

export function ResetPassword({ side }: { side: Side }) {
  const search: { token?: unknown } = useSearch({ strict: false });
  const token = resetPasswordForm.shape.token.safeParse(search.token).data;
  return token === undefined ? <InvalidLink side={side} /> : <NewPassword side={side} token={token} />;
}

function InvalidLink({ side }: { side: Side }) {
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

function NewPassword({ side, token }: { side: Side; token: string }) {
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
          {/* A link that has expired is only found out on the server: the way on must be here too. */}
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
