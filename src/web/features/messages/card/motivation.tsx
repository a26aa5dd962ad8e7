import { Fold } from "#ui/fold.tsx";

/** Why the lead was rated as it was. */
export const Motivation = ({ text }: { text: string | null }) => (
  <div className="mx-4 mt-3 rounded-sm bg-muted px-3 py-2 text-[0.8125rem] leading-5 sm:mx-5">
    {text?.trim() ? (
      <Fold lines={3}>{text.trim()}</Fold>
    ) : (
      <p className="text-muted-foreground">Geen motivation rating beschikbaar</p>
    )}
  </div>
);
