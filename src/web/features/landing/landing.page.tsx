import { Audiences } from "./audiences.tsx";
import { Claims } from "./claims.tsx";
import { Features } from "./features.tsx";
import { FinalCall } from "./final-call.tsx";
import { Hero } from "./hero.tsx";
import { LandingFooter } from "./landing-footer.tsx";
import { LandingHeader } from "./landing-header.tsx";
import { Testimonials } from "./testimonials.tsx";

// Also rendered to static HTML at build time: nothing below may need a router, a query or a browser.
export function LandingPage() {
  return (
    <div className="min-h-dvh overflow-x-clip bg-background text-base text-foreground">
      <a
        href="#inhoud"
        className="sr-only z-50 rounded-md bg-primary font-medium text-primary-foreground text-sm focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-4 focus:py-2"
      >
        Naar de inhoud
      </a>
      <LandingHeader />
      <main id="inhoud" tabIndex={-1} className="outline-none">
        <Hero />
        <Claims />
        <Features />
        <Audiences />
        <Testimonials />
        <FinalCall />
      </main>
      <LandingFooter />
    </div>
  );
}
