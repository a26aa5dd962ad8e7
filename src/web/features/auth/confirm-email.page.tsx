import { Link } from "@tanstack/react-router";
import { ApiError, errorMessage } from "#lib/api/api.ts";
import { Button } from "#ui/button/button.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { useConfirmEmail } from "./auth.api.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { useTokenFromUrl } from "./token-from-url.ts";

/** The link itself is refused; after any other failure the user can try again. */
const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status === 400;

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
  if (token === undefined || isRefused(confirm.error)) {
    return (
      <AuthFrame sessionKind="main" panel={undefined} title="Niet bevestigd" text="De link is ongeldig of verlopen.">
        <HomeLink />
      </AuthFrame>
    );
  }
  const submit = () =>
    confirm.mutate(token, {
      onError: (error) => {
        if (isRefused(error)) return;
        showToast({
          title: "Fout",
          description: errorMessage(error, "Er is een fout opgetreden"),
          tone: "destructive",
        });
      },
    });
  return (
    <AuthFrame
      sessionKind="main"
      panel={undefined}
      title="E-mailadres bevestigen"
      text="Daarna log je met dit e-mailadres in, en krijg je hier je berichten."
    >
      <Button className="w-full" busy={confirm.isPending} busyLabel="Bezig..." onClick={submit}>
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
