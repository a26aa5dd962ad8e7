import { RotateCw, ServerOff } from "lucide-react";
import { problemText } from "#lib/api-error.ts";
import { Button } from "#ui/button.tsx";
import { FullPage } from "./full-page.tsx";
import { MessagePage } from "./message-page.tsx";

type AwayPageProps = { error: unknown; onRetry: () => void; retrying: boolean };

/** Whether somebody is signed in could not be found out, so neither the workspace nor the public pages can be shown. */
export const AwayPage = ({ error, onRetry, retrying }: AwayPageProps) => (
  <FullPage>
    <MessagePage
      icon={ServerOff}
      tone="danger"
      title="Geen verbinding met de server"
      text={problemText(
        error,
        "De server is even niet bereikbaar. Zodra dat weer kan, gaat deze pagina vanzelf verder.",
      )}
    >
      <Button busy={retrying} onClick={onRetry}>
        <RotateCw />
        Opnieuw proberen
      </Button>
    </MessagePage>
  </FullPage>
);
