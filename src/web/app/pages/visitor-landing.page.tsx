import { useLocation, useMatches } from "@tanstack/react-router";
import { useEffect } from "react";
import { rememberAskedPage } from "#lib/session/session.ts";
import { LANDING_TITLE } from "#web/features/landing/landing.meta.ts";
import { LandingPage } from "#web/features/landing/landing.page.tsx";

type VisitorLandingPageProps = {
  /** Whether the visitor asks for the page of this URL, and comes there after signing in. */
  asksForPage: boolean;
};

/** The landing page inside the app. LandingPage itself is prerendered as static HTML and must not access the document. */
export function VisitorLandingPage({ asksForPage }: VisitorLandingPageProps) {
  useEffect(() => {
    document.title = LANDING_TITLE;
  }, []);
  const path = useLocation({ select: ({ href }) => href });
  // An unknown path, which shows this page too, has no screen.
  const isScreen = useMatches({ select: (matches) => !["/", "/$"].includes(matches.at(-1)?.fullPath ?? "/") });
  useEffect(() => {
    if (asksForPage && isScreen) rememberAskedPage(path);
  }, [asksForPage, isScreen, path]);
  return <LandingPage />;
}
