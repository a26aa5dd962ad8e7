import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { House, type LucideIcon, RotateCw, ServerOff, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { problemText } from "#lib/api/api-error.ts";
import { PRODUCT, useDocumentTitle } from "#lib/browser/document-title.ts";
import { Button } from "#ui/button/button.tsx";
import { cn } from "#ui/cn.ts";
import { Spinner } from "#ui/feedback/spinner.tsx";

type MessagePageProps = {
  icon: LucideIcon;
  tone?: "default" | "danger";
  title: string;
  text: ReactNode;
  /** The ways out. */
  children: ReactNode;
};

/** A page with one thing to say: not found, broken, away. */
export function MessagePage({ icon: Icon, tone = "default", title, text, children }: MessagePageProps) {
  useDocumentTitle(title);
  const danger = tone === "danger";
  return (
    <div
      role={danger ? "alert" : undefined}
      className="flex min-h-full flex-col items-center justify-center gap-4 px-6 py-14 text-center"
    >
      <div
        className={cn(
          "grid size-10 place-items-center rounded-md",
          danger ? "bg-danger-soft text-danger" : "border bg-card text-muted-foreground shadow-xs",
        )}
      >
        <Icon aria-hidden className="size-5" />
      </div>
      <div className="max-w-md text-balance">
        <h1 className="font-semibold text-lg">{title}</h1>
        <p className="mt-1 text-muted-foreground">{text}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">{children}</div>
    </div>
  );
}

/** The middle of an otherwise empty window. */
export const FullPage = ({ children }: { children: ReactNode }) => (
  <main className="grid min-h-dvh place-items-center p-4">{children}</main>
);

const Loading = ({ label }: { label: string }) => (
  <FullPage>
    <h1 className="sr-only">{PRODUCT}</h1>
    <Spinner label={label} />
  </FullPage>
);

export const LoadingPage = () => <Loading label="Laden..." />;

export const AdminLoadingPage = () => <Loading label="Loading admin panel..." />;

/** A screen's code is on its way; the frame around it is already there. */
export const LoadingScreen = () => (
  <div className="grid h-full min-h-60 place-items-center">
    <Spinner />
  </div>
);

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

type ServerUnreachablePageProps = { error: unknown; onRetry: () => void; retrying: boolean };

/** Whether somebody is signed in could not be found out, so neither the workspace nor the public pages can be shown. */
export const ServerUnreachablePage = ({ error, onRetry, retrying }: ServerUnreachablePageProps) => (
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
