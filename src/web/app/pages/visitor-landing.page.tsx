import { useEffect } from "react";
import { LANDING_TITLE } from "#web/features/landing/landing.meta.ts";
import { LandingPage } from "#web/features/landing/landing.page.tsx";

/** The landing page itself is also static HTML and touches no browser; inside the app it has a title to set. */
export function VisitorLandingPage() {
  useEffect(() => {
    document.title = LANDING_TITLE;
  }, []);
  return <LandingPage />;
}
