import { Check } from "lucide-react";
import { StartLink } from "./call-link.tsx";
import { ProductPicture } from "./product-picture.tsx";

const NOTES = ["Start gratis, zonder creditcard", "Premiumfuncties kun je uitproberen"];

export function Hero() {
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
          <StartLink size="large" />
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
        <ProductPicture />
      </div>
    </section>
  );
}
