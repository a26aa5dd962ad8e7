import type { MessageStatus } from "#contract/message-status.ts";
import type { BadgeTone } from "#ui/badge.tsx";

type BadgeText = { label: string; tone: BadgeTone };

/** The rating comes as text, and may be anything somebody typed into a spreadsheet. */
export const ratingOf = (text: string | null): number | null => {
  const rating = text === null || text.trim() === "" ? Number.NaN : Number(text.replace(",", "."));
  return Number.isFinite(rating) ? rating : null;
};

const SENTIMENTS: Record<string, BadgeText> = {
  positive: { label: "Positief", tone: "success" },
  negative: { label: "Negatief", tone: "danger" },
  neutral: { label: "Neutraal", tone: "neutral" },
};

/** Positive is green, negative red, anything else grey; nothing when nobody has said anything yet. */
export const sentimentBadge = (sentiment: string | null): BadgeText | undefined => {
  const text = sentiment?.trim();
  if (!text) return undefined;
  return SENTIMENTS[text.toLowerCase()] ?? { label: text, tone: "neutral" };
};

const STATUSES: Record<MessageStatus, BadgeText> = {
  pending: { label: "Te beoordelen", tone: "neutral" },
  rewritten: { label: "Herschreven", tone: "violet" },
  edited: { label: "Bewerkt", tone: "violet" },
  approved: { label: "Goedgekeurd", tone: "success" },
  sent: { label: "Verzonden", tone: "info" },
  connected: { label: "Verbonden", tone: "info" },
  interested: { label: "Geïnteresseerd", tone: "success" },
  not_interested: { label: "Niet geïnteresseerd", tone: "danger" },
  neutral: { label: "Neutraal", tone: "neutral" },
  error: { label: "Fout", tone: "danger" },
  cancelled: { label: "Geannuleerd", tone: "neutral" },
};

export const statusBadge = (status: MessageStatus): BadgeText => STATUSES[status];
