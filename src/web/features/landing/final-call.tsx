import { StartLink } from "./call-link.tsx";

export function FinalCall() {
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
          <StartLink size="large" />
          <p className="text-muted-foreground text-sm">
            Gratis en zonder creditcard. Premiumfuncties kun je uitproberen.
          </p>
        </div>
      </div>
    </section>
  );
}
