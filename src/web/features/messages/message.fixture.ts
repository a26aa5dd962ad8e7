import type { Message } from "#contract/messages.ts";

const NOW = "2026-11-14T09:00:00.000Z";

/** A complete message as the API returns it. */
export const buildMessage = (overrides: Partial<Message> = {}): Message => ({
  id: "een",
  leadId: "lead",
  providerId: "ACoAAB1",
  status: "pending",
  messageType: "icebreaker",
  messageFlow: "Frank",
  messageContent: "Ice Breaker: hoi\n\nBericht 1: dag",
  contactName: "José de Vries",
  contactCompany: null,
  contactTitle: "CFO",
  contactInitials: "JV",
  profilePictureUrl: null,
  researchReport: { company: "Bakkerij Jansen" },
  companyWebsite: null,
  sentiment: null,
  leadRating: "8",
  leadClassification: "COLD",
  motivationRating: null,
  hasReport: false,
  createdAt: NOW,
  dateCreated: NOW,
  dateDue: null,
  dateDueBySection: { ice_breaker: NOW },
  sentAt: null,
  regenerating: false,
  feedback: null,
  textRequestProblem: null,
  contentVersion: 1,
  changedBy: null,
  changedAt: null,
  sync: "synced",
  ...overrides,
});
