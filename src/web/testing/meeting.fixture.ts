import type { Meeting } from "#contract/meetings.ts";

/** A complete meeting as the API returns it. */
export const buildMeeting = (overrides: Partial<Meeting> = {}): Meeting => ({
  id: "00000000-0000-4000-8000-000000000001",
  meetingName: "Kennismaking",
  transcriptId: null,
  transcriptUrl: null,
  meetingUrl: null,
  status: "NEW",
  type: "Sales",
  meetingOwner: "Frank",
  meetingDate: "2026-11-14T09:00:00.000Z",
  dateTranscriptionGenerated: null,
  createdAt: "2026-11-14T09:00:00.000Z",
  meetingShortSummary: null,
  salesOpportunities: null,
  followUpInterests: null,
  actionItems: null,
  attendees: null,
  hubspotUrl: null,
  hasReport: false,
  leads: [],
  summaryState: "none",
  sync: "synced",
  ...overrides,
});
