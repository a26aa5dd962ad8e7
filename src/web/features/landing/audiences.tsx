import { Building2, Megaphone, Users } from "lucide-react";
import { Section } from "./section.tsx";

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

export function Audiences() {
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
