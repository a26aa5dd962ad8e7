import { Section } from "./landing-layout.tsx";

const TESTIMONIALS = [
  {
    quote:
      "We boeken 3x meer meetings dan vorig jaar, met hetzelfde team. De berichten klinken als onszelf, en dat merk je aan de reacties.",
    name: "Sanne Verhoeven",
    role: "Head of Sales",
    company: "Heldermeer Software",
    initials: "SV",
    tone: "bg-info-soft text-info",
  },
  {
    quote:
      "We doen outreach voor elf klanten. Dat waren elf spreadsheets. Nu zie ik elke ochtend op één scherm wat er klaarstaat en wat er is verstuurd.",
    name: "Joris van Dalen",
    role: "Oprichter",
    company: "Bureau Noordkant",
    initials: "JD",
    tone: "bg-success-soft text-success",
  },
  {
    quote:
      "De rating haalt de ruis eruit. Ik lees de motivatie, keur de beste berichten goed en ben vóór half tien klaar voor mijn eerste gesprek.",
    name: "Meryem Aydın",
    role: "Marketing manager",
    company: "Tolhuis Analytics",
    initials: "MA",
    tone: "bg-violet-soft text-violet",
  },
];

export function Testimonials() {
  return (
    <Section
      id="ervaringen"
      title="500+ sales professionals gingen je voor"
      intro="Zij beginnen hun dag met een lijst berichten die klaarstaan, niet met een leeg scherm."
    >
      <ul className="mt-12 grid gap-4 sm:mt-16 lg:grid-cols-3">
        {TESTIMONIALS.map(({ quote, name, role, company, initials, tone }) => (
          <li key={name}>
            <figure className="flex h-full flex-col rounded-2xl border bg-card p-6 sm:p-8">
              <blockquote className="grow text-[17px] leading-relaxed">
                <p>“{quote}”</p>
              </blockquote>
              <figcaption className="mt-8 flex items-start gap-3 text-sm">
                <span
                  aria-hidden="true"
                  className={`mt-0.5 flex size-10 shrink-0 items-center justify-center rounded-full font-semibold text-xs ${tone}`}
                >
                  {initials}
                </span>
                <span>
                  <span className="block font-medium">{name}</span>
                  <span className="block text-muted-foreground">{role}</span>
                  <span className="block text-muted-foreground">{company}</span>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}
