import type { TimelineEntry } from "#contract/leads.ts";

const MESSAGES: Record<string, string> = { icebreaker: "Ice breaker", followup: "Follow-up" };

const by = (name: string | null) => (name ? ` door ${name}` : "");
const classOf = (value: string | null) => value ?? "geen classificatie";

/** What happened, in a sentence. */
export const timelineText = ({ kind, by: name, detail, previous }: TimelineEntry): string => {
  switch (kind) {
    case "added":
      return "Toegevoegd";
    case "rated":
      return `Rating ${detail}/10 gekregen`;
    case "classified":
      if (detail === "DELETED") return `Verwijderd${by(name)}`;
      if (previous === "DELETED") return `Hersteld${by(name)}`;
      return `Van ${classOf(previous)} naar ${classOf(detail)}${by(name)}`;
    case "invited":
      return `Uitgenodigd${by(name)}`;
    case "accepted":
      return name ? `Uitnodiging van ${name} geaccepteerd` : "Uitnodiging geaccepteerd";
    case "message":
      return `${MESSAGES[detail ?? ""] ?? "Bericht"} gemaakt${name ? ` voor ${name}` : ""}`;
    case "adjusted":
      return `${detail} bewerkt${by(name)}`;
    case "queued":
      return `${detail} in de wachtrij gezet${name ? ` namens ${name}` : ""}`;
    case "cancelled":
      return `${detail} geannuleerd`;
    case "meeting":
      return `Meeting${detail ? ` "${detail}"` : ""}${name ? ` met ${name}` : ""}`;
    case "sent":
      return `${detail} verzonden${name ? ` namens ${name}` : ""}`;
  }
};
