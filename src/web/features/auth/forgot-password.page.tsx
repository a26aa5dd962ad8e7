import { Link } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import { forgotPasswordFormSchema } from "#contract/forms.ts";
import { errorMessage } from "#lib/api/api.ts";
import { formResolver } from "#lib/forms/form-resolver.ts";
import type { SessionKind } from "#lib/session/session.ts";
import { Button } from "#ui/button/button.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { Field } from "#ui/field/field.tsx";
import { Input } from "#ui/field/input.tsx";
import { useForgotPassword } from "./auth.api.ts";
import { AuthFrame, frameLinkStyle } from "./auth-frame.tsx";
import { SESSION_KINDS } from "./session-kinds.ts";

export const ForgotPasswordPage = () => <ForgotPassword sessionKind="main" />;

export const AdminForgotPasswordPage = () => <ForgotPassword sessionKind="admin" />;

const SENT = "Als er een account bestaat met dit emailadres, hebben we een wachtwoord reset link verstuurd.";

function ForgotPassword({ sessionKind }: { sessionKind: SessionKind }) {
  const request = useForgotPassword(sessionKind);
  const { panel, signInPage } = SESSION_KINDS[sessionKind];
  if (request.isSuccess) {
    return (
      <AuthFrame sessionKind={sessionKind} panel={panel} title="Check je inbox" text={SENT}>
        <Button asChild className="w-full">
          <Link to={signInPage}>Terug naar inloggen</Link>
        </Button>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      sessionKind={sessionKind}
      panel={panel}
      title="Wachtwoord vergeten"
      text="Vul je e-mailadres in, dan sturen we je een link om een nieuw wachtwoord in te stellen."
      footer={
        <Link to={signInPage} className={frameLinkStyle}>
          Terug naar inloggen
        </Link>
      }
    >
      <ForgotPasswordForm request={request} />
    </AuthFrame>
  );
}

function ForgotPasswordForm({ request }: { request: ReturnType<typeof useForgotPassword> }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: formResolver(forgotPasswordFormSchema),
    defaultValues: { email: "" },
  });
  const submit = handleSubmit(({ email }) =>
    request.mutate(email, {
      onSuccess: ({ message }) => showToast({ title: "Email verstuurd", description: message }),
      onError: (error) =>
        showToast({
          title: "Fout",
          description: errorMessage(error, "Er is een fout opgetreden"),
          tone: "destructive",
        }),
    }),
  );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="E-mailadres" error={formState.errors.email?.message}>
        <Input {...register("email")} required type="email" autoComplete="email" spellCheck={false} />
      </Field>
      <Button type="submit" busy={request.isPending} busyLabel="Bezig..." className="mt-2 w-full">
        Verstuur reset link
      </Button>
    </form>
  );
}
