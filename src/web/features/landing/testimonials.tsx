import { Section } from "./landing-layout.tsx";
// Replace the examples by real ones, and set areExamples to false: docs/operations/production.md.
import content from "./testimonials.json" with { type: "json" };

const TONES = ["bg-info-soft text-info", "bg-success-soft text-success", "bg-violet-soft text-violet"];

const initialsOf = (name: string): string => {
  const words = name.split(" ");
  return `${words[0]?.[0] ?? ""}${words.at(-1)?.[0] ?? ""}`;
};

export function Testimonials() {
  return (
    <Section
      id="ervaringen"
      title="500+ sales professionals gingen je voor"
      intro="Zij beginnen hun dag met een lijst berichten die klaarstaan, niet met een leeg scherm."
    >
      <ul className="mt-12 grid gap-4 sm:mt-16 lg:grid-cols-3">
        {content.testimonials.map(({ quote, name, role, company }, index) => (
          <li key={name}>
            <figure className="flex h-full flex-col rounded-2xl border bg-card p-6 sm:p-8">
              {content.areExamples && <p className="mb-3 font-medium text-muted-foreground text-xs">Voorbeeld</p>}
              <blockquote className="grow text-[17px] leading-relaxed">
                <p>“{quote}”</p>
              </blockquote>
              <figcaption className="mt-8 flex items-start gap-3 text-sm">
                <span
                  aria-hidden="true"
                  className={`mt-0.5 flex size-10 shrink-0 items-center justify-center rounded-full font-semibold text-xs ${TONES[index % TONES.length]}`}
                >
                  {initialsOf(name)}
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
