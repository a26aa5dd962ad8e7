import { Section } from "./section.tsx";

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

export function Claims() {
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
