import type { ReactNode } from "react";

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
