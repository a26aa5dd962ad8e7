import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { House, type LucideIcon, RotateCw, ServerOff, TriangleAlert } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { errorMessage } from "#lib/api/api.ts";
import { PRODUCT, useDocumentTitle } from "#lib/browser/document-title.ts";
import type { useSession } from "#lib/session/session.ts";
import { Button } from "#ui/button/button.tsx";
import { cn } from "#ui/cn.ts";
import { Spinner } from "#ui/feedback/loading.tsx";

type StatusPageProps = {
  icon: LucideIcon;
  tone?: "default" | "danger";
  title: string;
  text: ReactNode;
  /** Buttons that lead away from the page. */
  children: ReactNode;
};

/** A page that only says what is wrong: not found, error, server unreachable. */
export function StatusPage({ icon: Icon, tone = "default", title, text, children }: StatusPageProps) {
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

/** Centres its content in the window. */
export const FullPage = ({ children }: { children: ReactNode }) => (
  <main className="grid min-h-dvh place-items-center p-4">{children}</main>
);

const SpinnerPage = ({ label }: { label: string }) => (
  <FullPage>
    <h1 className="sr-only">{PRODUCT}</h1>
    <Spinner label={label} />
  </FullPage>
);

export const LoadingPage = () => <SpinnerPage label="Laden..." />;

export const AdminLoadingPage = () => <SpinnerPage label="Loading admin panel..." />;

/** While the code of a screen is loading, inside the layout. */
export const LoadingScreen = () => (
  <div className="grid h-full min-h-60 place-items-center">
    <Spinner />
  </div>
);

/** A screen failed to render. A plain link instead of a router link, so that it reloads the app. */
export const ErrorPage = ({ onRetry }: { onRetry: () => void }) => (
  <StatusPage
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
  </StatusPage>
);

/** The error page inside the layout. */
export function ScreenError({ reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    // Also loads the code of the screen again, which may be what failed.
    void router.invalidate();
  };
  return <ErrorPage onRetry={retry} />;
}

type ServerUnreachablePageProps = { error: unknown; onRetry: () => void; retrying: boolean };

/** The session could not be loaded, so that neither the workspace nor the public pages can be shown. */
const ServerUnreachablePage = ({ error, onRetry, retrying }: ServerUnreachablePageProps) => (
  <FullPage>
    <StatusPage
      icon={ServerOff}
      tone="danger"
      title="Geen verbinding met de server"
      text={errorMessage(
        error,
        "De server is even niet bereikbaar. Zodra dat weer kan, gaat deze pagina vanzelf verder.",
      )}
    >
      <Button busy={retrying} onClick={onRetry}>
        <RotateCw />
        Opnieuw proberen
      </Button>
    </StatusPage>
  </FullPage>
);

type SessionPendingProps = { session: ReturnType<typeof useSession>; loading: ComponentType };

/** While the session is loading, or when it could not be loaded. */
export function SessionPending({ session, loading: Loading }: SessionPendingProps) {
  if (!session.isError) return <Loading />;
  return (
    <ServerUnreachablePage error={session.error} onRetry={() => void session.refetch()} retrying={session.isFetching} />
  );
}
