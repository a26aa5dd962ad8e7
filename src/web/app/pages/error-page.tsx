import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { House, RotateCw, TriangleAlert } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { MessagePage } from "./message-page.tsx";

/** A screen broke. The way home is a plain link: it starts the app afresh, whatever state it is in. */
export const ErrorPage = ({ onRetry }: { onRetry: () => void }) => (
  <MessagePage
    icon={TriangleAlert}
    tone="danger"
    title="Er ging iets mis"
    text="Dit scherm kon niet worden getoond. Wat je had opgeslagen, is bewaard gebleven."
  >
    <Button onClick={onRetry}>
      <RotateCw />
      Opnieuw proberen
    </Button>
    <Button asChild variant="outline">
      <a href="/">
        <House />
        Naar de startpagina
      </a>
    </Button>
  </MessagePage>
);

/** In place of a screen, with the menu around it. */
export function ScreenError({ reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    // The code of the screen may be what was missing: it is fetched again too.
    void router.invalidate();
  };
  return <ErrorPage onRetry={retry} />;
}
