import type { ReactNode } from "react";
import { BrandMark } from "./brand.tsx";

const SIZES = {
  compact: "h-9 px-3.5 text-sm",
  large: "h-12 px-6 text-base",
};

export function CallToAction({ size }: { size: keyof typeof SIZES }) {
  return (
    <a
      href="/login"
      className={`${SIZES[size]} inline-flex scroll-mt-24 items-center justify-center whitespace-nowrap rounded-md bg-primary font-medium text-primary-foreground shadow-xs transition-[filter] hover:brightness-90 active:brightness-75`}
    >
      Gratis Starten
    </a>
  );
}

const NAV_LINKS = [
  { href: "#functies", label: "Functies" },
  { href: "#voor-wie", label: "Voor wie" },
  { href: "#ervaringen", label: "Ervaringen" },
];

export function LandingHeader() {
  return (
    <header className="sticky top-0 z-40 border-b bg-background/85 backdrop-blur-md">
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-2 px-4 sm:gap-3 sm:px-8">
        <a href="/" className="flex items-center gap-2.5 rounded-md">
          <BrandMark className="size-8 shrink-0" />
          <span className="max-w-20 font-semibold text-[13px] leading-[1.15] tracking-tight sm:max-w-none sm:text-[15px]">
            Ultimate Sales Agent
          </span>
        </a>
        <nav aria-label="Op deze pagina" className="ml-8 hidden gap-1 md:flex">
          {NAV_LINKS.map(({ href, label }) => (
            <a
              key={href}
              href={href}
              className="rounded-md px-3 py-2 text-muted-foreground text-sm transition-colors hover:text-foreground"
            >
              {label}
            </a>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1 sm:gap-2">
          <a
            href="/login"
            className="inline-flex h-9 items-center rounded-md px-2.5 font-medium text-sm transition-colors hover:bg-accent sm:px-3.5"
          >
            Inloggen
          </a>
          <CallToAction size="compact" />
        </div>
      </div>
    </header>
  );
}

export function LandingFooter() {
  return (
    <footer className="border-t">
      <div className="mx-auto flex max-w-6xl flex-col gap-4 px-5 py-10 text-muted-foreground text-sm sm:flex-row sm:items-center sm:px-8">
        <p className="flex items-center gap-3">
          <BrandMark className="size-6 shrink-0" />
          Professioneel dashboard voor LinkedIn outreach
        </p>
        <p className="sm:ml-auto">© 2025 Ultimate Sales Agent</p>
      </div>
    </footer>
  );
}

type SectionProps = { id: string; title: string; intro: string; children: ReactNode };

export function Section({ id, title, intro, children }: SectionProps) {
  const titleId = `${id}-titel`;
  return (
    <section id={id} aria-labelledby={titleId} className="scroll-mt-16">
      <div className="mx-auto max-w-6xl px-5 pt-24 sm:px-8 sm:pt-36">
        <div className="grid gap-4 lg:grid-cols-[3fr_2fr] lg:items-baseline-last lg:gap-16">
          <h2
            id={titleId}
            className="max-w-xl text-balance font-semibold text-3xl leading-[1.12] tracking-[-0.025em] sm:text-[2.75rem]"
          >
            {title}
          </h2>
          <p className="max-w-xl text-pretty text-lg text-muted-foreground leading-relaxed">{intro}</p>
        </div>
        {children}
      </div>
    </section>
  );
}
