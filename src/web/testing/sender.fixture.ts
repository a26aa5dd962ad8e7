import type { Sender } from "#contract/senders.ts";

export const buildSender = (name: string, overrides: Partial<Sender> = {}): Sender => ({
  id: `id-${name}`,
  name,
  aliases: [],
  userId: null,
  formOfAddress: "je",
  hours: { days: [1, 2, 3, 4, 5], from: "08:30", until: "17:30", holidays: false },
  caps: { invitationsPerDay: 20, invitationsPerWeek: 100, messagesPerDay: 40 },
  spacing: { invitations: [3, 8], messages: [1, 4] },
  rampStartedOn: null,
  hold: null,
  queued: 0,
  account: null,
  ...overrides,
});
