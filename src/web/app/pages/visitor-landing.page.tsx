import { useEffect } from "react";
import { LANDING_TITLE } from "#web/features/landing/landing.meta.ts";
import { LandingPage } from "#web/features/landing/landing.page.tsx";

/** The landing page inside the app. LandingPage itself is prerendered as static HTML and must not access the document. */
export function VisitorLandingPage() {
  useEffect(() => {
    document.title = LANDING_TITLE;
  }, []);
  return <LandingPage />;
}
