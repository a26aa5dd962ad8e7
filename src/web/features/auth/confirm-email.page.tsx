import { Link } from "@tanstack/react-router";
import { errorMessage } from "#lib/api/api.ts";
import { Button } from "#ui/button/button.tsx";
import { useConfirmEmail } from "./auth.api.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { useTokenFromUrl } from "./token-from-url.ts";

/** A button, not an automatic request: programs that scan mail open every link in it. */
export function ConfirmEmailPage() {
  const token = useTokenFromUrl();
  const confirm = useConfirmEmail();
  if (confirm.isSuccess) {
    return (
      <AuthFrame sessionKind="main" panel={undefined} title="E-mailadres gewijzigd" text={confirm.data.message}>
        <HomeLink />
      </AuthFrame>
    );
  }
  if (token === undefined || confirm.isError) {
    const text = errorMessage(confirm.error, "De link is ongeldig of verlopen.");
    return (
      <AuthFrame sessionKind="main" panel={undefined} title="Niet bevestigd" text={text}>
        <HomeLink />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      sessionKind="main"
      panel={undefined}
      title="E-mailadres bevestigen"
      text="Daarna log je met dit e-mailadres in, en krijg je hier je berichten."
    >
      <Button className="w-full" busy={confirm.isPending} busyLabel="Bezig..." onClick={() => confirm.mutate(token)}>
        E-mailadres bevestigen
      </Button>
    </AuthFrame>
  );
}

const HomeLink = () => (
  <Button asChild className="w-full">
    <Link to="/">Naar de werkomgeving</Link>
  </Button>
);
