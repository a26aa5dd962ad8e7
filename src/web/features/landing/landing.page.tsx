import { Building2, Check, Megaphone, Users } from "lucide-react";
import { Features } from "./features.tsx";
import { CallToAction, LandingFooter, LandingHeader, Section } from "./landing-layout.tsx";
import { Testimonials } from "./testimonials.tsx";

// Also rendered to static HTML at build time: the components must not use the router, queries or browser APIs.
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
        <Figures />
        <Audiences />
        <Testimonials />
        <ClosingSection />
      </main>
      <LandingFooter />
    </div>
  );
}

const REVIEW_ALT =
  "Het beoordelen van berichten: de lijst, het bericht in delen met een datum, en de gegevens van de lead";

const NOTES = ["Start gratis, zonder creditcard", "Premiumfuncties kun je uitproberen"];

function Hero() {
  return (
    <section aria-labelledby="hero-titel" className="relative">
      <div className="mx-auto max-w-6xl px-5 pt-14 sm:px-8 sm:pt-20 lg:pt-24">
        <h1
          id="hero-titel"
          className="max-w-4xl text-balance font-semibold text-[2.5rem] leading-[1.04] tracking-[-0.035em] sm:text-6xl lg:text-[4.75rem]"
        >
          Van <span className="whitespace-nowrap">LinkedIn-lead</span> naar geboekte meeting
        </h1>
        <p className="mt-6 max-w-2xl text-pretty text-lg text-muted-foreground leading-relaxed sm:mt-7 sm:text-xl">
          Ultimate Sales Agent beoordeelt je leads, schrijft voor ieder een persoonlijk bericht en verstuurt het op het
          juiste moment. Jij houdt de regie: er gaat niets de deur uit zonder jouw akkoord.
        </p>
        <div className="mt-9 flex flex-col gap-5 sm:flex-row sm:items-center sm:gap-7">
          <CallToAction size="large" />
          <ul className="flex flex-col gap-1.5 text-muted-foreground text-sm">
            {NOTES.map((note) => (
              <li key={note} className="flex items-center gap-2">
                <Check aria-hidden="true" className="size-4 text-primary dark:text-info" />
                {note}
              </li>
            ))}
          </ul>
          <p className="text-muted-foreground text-sm sm:max-md:hidden md:ml-auto">
            Gebruikt door <span className="font-medium text-foreground">500+ sales professionals</span>
          </p>
        </div>
      </div>
      <div className="relative mx-auto mt-12 max-w-6xl px-5 sm:mt-16 sm:px-8">
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-0 -top-32 bottom-24 bg-[radial-gradient(closest-side,var(--primary),transparent)] opacity-15 dark:opacity-30"
        />
        <div className="relative overflow-hidden rounded-xl border bg-background shadow-2xl shadow-primary/10 max-sm:hidden sm:rounded-2xl">
          <ProductPicture name="review" alt={REVIEW_ALT} width={2160} height={1350} />
        </div>
        <div className="relative mx-auto max-w-72 overflow-hidden rounded-3xl border bg-background shadow-2xl shadow-primary/10 sm:hidden">
          <ProductPicture name="review-phone" alt={REVIEW_ALT} width={780} height={1520} />
        </div>
      </div>
    </section>
  );
}

const CLAIMS = [
  {
    figure: "Onbeperkt",
    rest: "berichten voor één vaste prijs",
    text: "Geen credits, geen teller. Je stuurt wat je campagne nodig heeft en weet vooraf wat je betaalt.",
  },
  {
    figure: "1000+",
    rest: "leads per week",
    text: "Elke week nieuwe contacten in je lijst, beoordeeld en verdeeld over je accountmanagers.",
  },
  {
    figure: "Meer",
    rest: "geboekte meetings",
    text: "Het juiste bericht, op het juiste moment, aan de juiste persoon. Dat merk je in je agenda.",
  },
];

function Claims() {
  return (
    <Section
      id="resultaat"
      title="Meer gesprekken met hetzelfde team"
      intro="Het zoeken, schrijven en opvolgen gebeurt op de achtergrond. Jouw tijd gaat naar de mensen die antwoorden."
    >
      <ul className="mt-12 grid gap-10 border-t pt-10 sm:mt-16 md:grid-cols-3 md:gap-8 md:pt-12">
        {CLAIMS.map(({ figure, rest, text }) => (
          <li key={figure}>
            <h3 className="font-medium text-lg tracking-tight">
              <span className="mb-1 block font-semibold text-5xl text-primary tabular-nums tracking-[-0.04em] dark:text-info">
                {figure}
              </span>{" "}
              {rest}
            </h3>
            <p className="mt-3 max-w-xs text-pretty text-[15px] text-muted-foreground leading-relaxed">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Figures() {
  return (
    <Section
      id="cijfers"
      title="Zie wat je outreach oplevert"
      intro="Van uitnodiging tot klant: per accountmanager, per branche en per versie van je prompt."
    >
      <div className="mt-12 overflow-hidden rounded-xl border bg-background shadow-primary/5 shadow-xl sm:mt-16 sm:rounded-2xl">
        <ProductPicture
          name="management"
          alt="Het scherm Management met de trechter van uitnodiging tot klant"
          width={2160}
          height={1350}
        />
      </div>
    </Section>
  );
}

const AUDIENCES = [
  {
    icon: Users,
    title: "Salesteams",
    text: "Elke accountmanager houdt een eigen toon. Samen werk je met dezelfde leads, wachtrij en cijfers.",
    points: ["Eigen prompts per accountmanager", "Eén wachtrij voor het hele team", "Leads eerlijk verdeeld"],
  },
  {
    icon: Building2,
    title: "Bureaus",
    text: "Voer outreach voor al je klanten, ieder in een eigen, afgeschermde omgeving.",
    points: ["Gegevens per klant gescheiden", "Het logo van de klant in beeld", "Rollen voor elke gebruiker"],
  },
  {
    icon: Megaphone,
    title: "Marketingexperts",
    text: "Zie welke boodschap aanslaat en geef sales alleen de contacten door die klaar zijn voor een gesprek.",
    points: ["Leads toevoegen of importeren", "Gekoppeld aan je Airtable", "Resultaten per dag en per uur"],
  },
];

function Audiences() {
  return (
    <Section
      id="voor-wie"
      title="Voor teams die van gesprekken leven"
      intro="Of je nu zelf verkoopt, het voor klanten doet of de leads aanlevert."
    >
      <ul className="mt-12 grid gap-12 border-t pt-10 sm:mt-16 md:grid-cols-3 md:gap-8 md:pt-12">
        {AUDIENCES.map(({ icon: Icon, title, text, points }) => (
          <li key={title} className="grid gap-y-5 md:row-span-2 md:grid-rows-subgrid">
            <div>
              <Icon aria-hidden="true" strokeWidth={1.75} className="size-6 text-primary dark:text-info" />
              <h3 className="mt-5 font-semibold text-lg tracking-tight">{title}</h3>
              <p className="mt-2 max-w-sm text-pretty text-[15px] text-muted-foreground leading-relaxed">{text}</p>
            </div>
            <ul className="max-w-sm divide-y text-[15px]">
              {points.map((point) => (
                <li key={point} className="py-2.5">
                  {point}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function ClosingSection() {
  return (
    <section aria-labelledby="start-titel" className="mx-auto max-w-6xl px-5 py-24 sm:px-8 sm:py-36">
      <div className="border-t pt-14 sm:pt-24">
        <h2
          id="start-titel"
          className="max-w-3xl text-balance font-semibold text-4xl leading-[1.08] tracking-[-0.03em] sm:text-6xl"
        >
          Je volgende meeting begint met een goed bericht
        </h2>
        <div className="mt-9 flex flex-col gap-4 sm:flex-row sm:items-center sm:gap-7">
          <CallToAction size="large" />
          <p className="text-muted-foreground text-sm">
            Gratis en zonder creditcard. Premiumfuncties kun je uitproberen.
          </p>
        </div>
      </div>
    </section>
  );
}

type ProductPictureProps = {
  /** The file in public/pictures, made by `npm run pictures`, without theme and extension. */
  name: string;
  alt: string;
  width: number;
  height: number;
  className?: string;
};

const THEMES = { light: "dark:hidden", dark: "hidden dark:block" } as const;

/** A picture of the product in the theme of the page. Both are lazy, so that the browser does not load the hidden one. */
const ProductPicture = ({ name, alt, width, height, className = "" }: ProductPictureProps) =>
  (["light", "dark"] as const).map((theme) => (
    <img
      key={theme}
      src={`/pictures/${name}-${theme}.webp`}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      className={`h-auto w-full ${THEMES[theme]} ${className}`}
    />
  ));
