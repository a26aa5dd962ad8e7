import { BrandMark } from "./brand.tsx";
import { StartLink } from "./call-link.tsx";

const SECTIONS = [
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
          {SECTIONS.map(({ href, label }) => (
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
          <StartLink size="compact" />
        </div>
      </div>
    </header>
  );
}
