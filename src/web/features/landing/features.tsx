import type { ReactNode } from "react";
import {
  AnalyticsPicture,
  MeetingsPicture,
  MessagesPicture,
  RatingPicture,
  VideoPicture,
} from "./feature-pictures.tsx";
import { Section } from "./section.tsx";

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
