import { Play, Star } from "lucide-react";
import type { ReactNode } from "react";
import { Section } from "./landing-layout.tsx";

export function Features() {
  return (
    <Section
      id="functies"
      title="Je hele outreach in één dashboard"
      intro="Van de eerste kennismaking tot het verslag van het gesprek. Geen losse lijstjes meer."
    >
      <ul className="mt-12 grid gap-4 sm:mt-16 md:grid-cols-2 lg:grid-cols-6">
        <Feature
          wide
          title="LinkedIn-berichten"
          text="Een Ice Breaker en de berichten daarna, elk met een eigen verzenddatum. Jij keurt goed, past aan of laat herschrijven."
        >
          <MessagesPicture />
        </Feature>
        <Feature
          wide
          title="Lead rating"
          text="Elke lead krijgt een score tot tien sterren, met de motivatie en een rapport erbij. Zo begin je bij wie er nu toe doet."
        >
          <RatingPicture />
        </Feature>
        <Feature
          title="Meeting-dashboard"
          text="Samenvatting, kansen en actiepunten van elk gesprek, klaar om te verwerken."
        >
          <MeetingsPicture />
        </Feature>
        <Feature title="Analytics" text="Uitnodigingen, acceptaties en berichten, per dag en per uur.">
          <AnalyticsPicture />
        </Feature>
        <Feature title="Videoberichten" text="Een korte, persoonlijke video geeft je naam een gezicht en valt op.">
          <VideoPicture />
        </Feature>
      </ul>
    </Section>
  );
}

type FeatureProps = { title: string; text: string; wide?: boolean; children: ReactNode };

function Feature({ title, text, wide = false, children }: FeatureProps) {
  return (
    <li
      className={`flex min-w-0 flex-col rounded-2xl border bg-card p-6 sm:p-8 ${wide ? "lg:col-span-3" : "md:max-lg:last:col-span-2 lg:col-span-2"}`}
    >
      <div aria-hidden="true" className={`flex select-none items-center text-sm ${wide ? "" : "h-40"}`}>
        {children}
      </div>
      <h3 className="mt-8 font-semibold text-lg tracking-tight">{title}</h3>
      <p className="mt-2 text-pretty text-[15px] text-muted-foreground leading-relaxed">{text}</p>
    </li>
  );
}

const MESSAGES = [
  { name: "Ice Breaker", day: "17 november", state: "Verzonden", dot: "bg-success" },
  { name: "Bericht 1", day: "20 november", state: "Goedgekeurd", dot: "bg-primary" },
  { name: "Bericht 2", day: "24 november", state: "Te beoordelen", dot: "bg-input" },
  { name: "Bericht 3", day: "1 december", state: "Te beoordelen", dot: "bg-input" },
];

function MessagesPicture() {
  return (
    <ol className="w-full divide-y rounded-lg border bg-background">
      {MESSAGES.map(({ name, day, state, dot }) => (
        <li key={name} className="flex items-center gap-3 px-4 py-3">
          <span className={`size-2 rounded-full ${dot}`} />
          <span className="font-medium">{name}</span>
          <span className="hidden text-muted-foreground sm:inline md:max-lg:hidden">{state}</span>
          <span className="ml-auto text-muted-foreground tabular-nums">{day}</span>
        </li>
      ))}
    </ol>
  );
}

const RATED = [
  { name: "Lotte Brinkman", rating: 9, label: "HOT", tone: "bg-danger-soft text-danger" },
  { name: "Bram Teunissen", rating: 7, label: "INTERESTED", tone: "bg-success-soft text-success" },
  { name: "Yara Willems", rating: 6, label: "CONNECTED", tone: "bg-info-soft text-info" },
  { name: "Niels Hofstra", rating: 3, label: "COLD", tone: "bg-muted text-muted-foreground" },
];

function RatingPicture() {
  return (
    <ul className="w-full divide-y rounded-lg border bg-background">
      {RATED.map(({ name, rating, label, tone }) => (
        <li key={name} className="flex items-center gap-3 px-4 py-3">
          <span className="truncate font-medium">{name}</span>
          <span className="ml-auto">
            <StarRow rating={rating} />
          </span>
          <span
            className={`hidden w-24 rounded-sm py-0.5 text-center font-medium text-[11px] sm:block md:max-lg:hidden ${tone}`}
          >
            {label}
          </span>
        </li>
      ))}
    </ul>
  );
}

const TILES = [
  { label: "Nieuwe Meetings", count: 6 },
  { label: "Te Verwerken", count: 3 },
  { label: "Genegeerd", count: 2 },
  { label: "Verwerkt", count: 41 },
];

function MeetingsPicture() {
  return (
    <ul className="grid w-full grid-cols-2 gap-2">
      {TILES.map(({ label, count }, index) => (
        <li
          key={label}
          className={`rounded-lg border bg-background px-4 py-3 ${index === 0 ? "border-primary ring-1 ring-primary" : ""}`}
        >
          <span className="block font-semibold text-2xl tabular-nums tracking-tight">{count}</span>
          <span className="text-muted-foreground text-xs">{label}</span>
        </li>
      ))}
    </ul>
  );
}

const SENT_PER_DAY = [38, 44, 41, 52, 47, 12, 8, 49, 57, 54, 63, 60, 15, 10, 58, 66, 71, 69];
const BARS = SENT_PER_DAY.map((count, day) => `M${day * 15 + 7.5} 131v-${Math.round(count * 1.7)}`);

function AnalyticsPicture() {
  return (
    <svg viewBox="0 0 270 132" aria-hidden="true" className="h-full w-full">
      <path d="M0 26.5h270M0 61.5h270M0 96.5h270" className="stroke-border" strokeDasharray="2 4" />
      <path d={BARS.slice(0, -4).join("")} strokeWidth="9" className="stroke-primary/30 dark:stroke-primary/45" />
      <path d={BARS.slice(-4).join("")} strokeWidth="9" className="stroke-primary" />
      <path d="M0 131.5h270" className="stroke-input" />
    </svg>
  );
}

function VideoPicture() {
  return (
    <div className="flex h-full w-full flex-col overflow-hidden rounded-lg border">
      <svg viewBox="0 0 240 108" aria-hidden="true" className="min-h-0 grow bg-info-soft fill-info/25">
        <circle cx="120" cy="43" r="23" />
        <path d="M68 108c3-22 25-34 52-34s49 12 52 34z" />
      </svg>
      <div className="flex items-center gap-2.5 bg-background p-2 pr-3 text-xs">
        <span className="flex size-6 shrink-0 items-center justify-center rounded-sm bg-primary text-primary-foreground">
          <Play className="size-3 fill-current" />
        </span>
        <span className="truncate">Voor Lotte Brinkman</span>
        <span className="ml-auto text-muted-foreground tabular-nums">0:42</span>
      </div>
    </div>
  );
}

const STARS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

function StarRow({ rating }: { rating: number }) {
  return (
    <span className="flex">
      {STARS.map((star) => (
        <Star
          key={star}
          strokeWidth={1.5}
          className={star <= rating ? "size-3 fill-star text-star" : "size-3 fill-muted text-input"}
        />
      ))}
    </span>
  );
}
