import type { Lead } from "#contract/leads.ts";
import { Fold } from "#ui/fold.tsx";

/** Why the lead was rated as it was, and what is known of the person. */
export const LeadTexts = ({ lead: { motivation, personProfile } }: { lead: Lead }) => (
  <div className="flex flex-col gap-2">
    <Text label="Motivatie" text={motivation} none="Geen motivatie beschikbaar" />
    <Text label="Persoonlijk profiel" text={personProfile} none="Geen profiel beschikbaar" />
  </div>
);

const Text = ({ label, text, none }: { label: string; text: string | null; none: string }) => (
  <div className="rounded-sm bg-muted px-3 py-2 text-[0.8125rem] leading-5">
    <p className="font-medium text-xs">{label}</p>
    {text?.trim() ? <Fold lines={3}>{text.trim()}</Fold> : <p className="text-muted-foreground">{none}</p>}
  </div>
);
