import { useLocation, useMatches } from "@tanstack/react-router";
import { useEffect } from "react";
import { rememberAskedPage } from "#lib/session/session.ts";
import { LANDING_TITLE } from "#web/features/landing/landing.meta.ts";
import { LandingPage } from "#web/features/landing/landing.page.tsx";

type VisitorLandingPageProps = {
  /** Whether the visitor comes to the page of this URL after signing in. */
  returnsAfterSignIn: boolean;
};

/** The landing page inside the app. LandingPage itself is prerendered as static HTML and must not access the document. */
export function VisitorLandingPage({ returnsAfterSignIn }: VisitorLandingPageProps) {
  useEffect(() => {
    document.title = LANDING_TITLE;
  }, []);
  const path = useLocation({ select: ({ href }) => href });
  // An unknown path, which shows this page too, has no screen.
  const isScreen = useMatches({ select: (matches) => !["/", "/$"].includes(matches.at(-1)?.fullPath ?? "/") });
  useEffect(() => {
    if (returnsAfterSignIn && isScreen) rememberAskedPage(path);
  }, [returnsAfterSignIn, isScreen, path]);
  return <LandingPage />;
}
