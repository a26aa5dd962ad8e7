import { Link, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { ssoStart } from "#contract/integration-forms.ts";
import { errorMessage } from "#lib/api/api.ts";
import { formResolver } from "#lib/forms/form-resolver.ts";
import { Button } from "#ui/button/button.tsx";
import { Spinner } from "#ui/feedback/loading.tsx";
import { Field } from "#ui/field/field.tsx";
import { Input } from "#ui/field/input.tsx";
import { AuthFrame, frameLinkStyle } from "../auth-frame.tsx";
import { useFinishSso, useStartSso } from "./sso.api.ts";

/** Asks for the e-mail address, and is where the identity provider sends the browser back to. */
export const SsoSignInPage = () => {
  const { history } = useRouter();
  const [{ path, query }] = useState(() => ({
    path: history.location.pathname,
    query: history.location.search.slice(1),
  }));
  const isReturn = query.includes("state=");
  useEffect(() => {
    // The code is removed from the address bar at once, where others could read or copy it.
    if (isReturn) history.replace(history.location.pathname);
  }, [isReturn, history]);
  return isReturn ? <SsoReturn path={path} query={query} /> : <SsoStart />;
};

const PasswordLink = () => (
  <Link to="/login" className={frameLinkStyle}>
    Inloggen met een wachtwoord
  </Link>
);

function SsoStart({ problem }: { problem?: string }) {
  const start = useStartSso();
  const { register, handleSubmit, formState } = useForm({
    resolver: formResolver(ssoStart),
    defaultValues: { email: "" },
  });
  return (
    <AuthFrame
      sessionKind="main"
      title="Inloggen via SSO"
      text="Je logt in bij je eigen organisatie."
      footer={<PasswordLink />}
    >
      <form noValidate onSubmit={handleSubmit(({ email }) => start.mutate(email))} className="flex flex-col gap-4">
        {problem && (
          <p role="alert" className="text-danger">
            {problem}
          </p>
        )}
        <Field label="E-mailadres" error={formState.errors.email?.message}>
          <Input {...register("email")} type="email" required autoComplete="email" />
        </Field>
        <Button type="submit" busy={start.isPending} busyLabel="Doorgaan..." className="mt-2 w-full">
          Doorgaan
        </Button>
      </form>
    </AuthFrame>
  );
}

function SsoReturn({ path, query }: { path: string; query: string }) {
  const { mutate, error } = useFinishSso();
  const isSent = useRef(false);
  useEffect(() => {
    // A response is used once, also where React runs an effect twice.
    if (isSent.current) return;
    isSent.current = true;
    mutate({ path, query });
  }, [mutate, path, query]);
  if (error) return <SsoStart problem={errorMessage(error, "Inloggen via SSO is niet gelukt. Probeer het opnieuw.")} />;
  return (
    <AuthFrame sessionKind="main" title="Inloggen via SSO" footer={<PasswordLink />}>
      <Spinner label="Inloggen..." />
    </AuthFrame>
  );
}
