import type { MeetingStatus } from "../company.ts";
import { addRecord, type DemoContext, idFor, isoText } from "../demo-context.ts";

import { htmlValues, type Lead, type LeadClass } from "../people/lead-model.ts";
import { slugify } from "../people/names.ts";
import { fillTemplate } from "../texts/fill-template.ts";
import { composeMeeting, type MeetingKind } from "../texts/meeting-texts.ts";

const TYPES = ["Sales", "CFO intake", "Client intake", "verkenningsgesprek", "CFO Update", "Client Update"] as const;
const OPEN_STATUSES: ReadonlySet<MeetingStatus> = new Set(["NEW", "PRIVE", "IGNORED"]);
const WARM: ReadonlySet<LeadClass> = new Set(["CONNECTED", "INTERESTED", "HOT", "CLIENT"]);

/** Every nth processed meeting is with a lead who has queued messages, so that pausing can be shown. */
const QUEUED_LEAD_EVERY = 4;

export function addMeetings(context: DemoContext, leads: readonly Lead[], leadsWithQueue: readonly Lead[]): void {
  const { random, company } = context;
  const statuses = Object.entries(company.meetings) as [MeetingStatus, number][];
  const total = statuses.reduce((sum, [, count]) => sum + count, 0);
  const guests = random.sample(
    leads.filter((lead) => WARM.has(lead.class) && lead.email !== null),
    total,
  );
  const queuedGuests = random.sample(
    leadsWithQueue.filter((lead) => lead.email !== null && !guests.includes(lead)),
    total,
  );
  for (const [status, count] of statuses) {
    for (let position = 0; position < count; position++) {
      const lead =
        status === "PROCESSED" && position % QUEUED_LEAD_EVERY === 0
          ? (queuedGuests.pop() ?? guests.pop())
          : guests.pop();
      if (lead) addMeeting(context, lead, status, position, guests);
    }
  }
}

function addMeeting(
  context: DemoContext,
  lead: Lead,
  status: MeetingStatus,
  position: number,
  others: readonly Lead[],
): void {
  const { random, calendar, company } = context;
  const owner = lead.accountManager ?? random.pickWeighted(company.accountManagers);
  const values = { ...lead.values, afzender: owner.split(" ")[0] ?? owner, afzender_naam: owner };
  const inHtml = { ...htmlValues(lead), afzender_naam: owner };
  const type = OPEN_STATUSES.has(status) ? null : (TYPES[position % TYPES.length] ?? null);
  const texts = composeMeeting(random, company.proposition, kindOf(context, type));
  const isProcessed = status === "PROCESSED" || status === "RERUN";
  const day = -(isProcessed ? 4 + position * 6 : 1 + position * 2);
  const heldAt = calendar.at(calendar.lastWorkday(day), random.between(9, 16) + random.pick([0, 0.5]));
  const hasTranscript = !(status === "NEW" && position % 4 === 3);
  const number = random.between(1_000_000, 9_999_999);
  addRecord(context.base, "Meetings", {
    id: idFor(context, "rec"),
    createdAt: Math.min(heldAt + 3_600_000, calendar.now - 300_000),
    fields: {
      Name: fillTemplate(texts.title, values),
      Status: status,
      Type: type,
      Owner: owner,
      "Transcript ID": hasTranscript ? `tr-${number}` : null,
      "Transcript URL": hasTranscript ? `https://transcripten.example/gesprek/${number}` : null,
      "Meeting URL": `https://meet.example/${slugify(lead.fullName)}-${number % 9_000}`,
      "HubSpot URL": isProcessed ? `https://crm.example/contacts/${number}` : null,
      "Meeting Date": isoText(heldAt),
      "Transcription Date": isProcessed ? isoText(heldAt + random.between(1, 20) * 3_600_000) : null,
      Summary: fillTemplate(texts.summary, values),
      "Sales Opportunities": random.chance(0.9) ? fillTemplate(texts.opportunities, inHtml) : null,
      "Follow-up Interests": random.chance(0.85) ? fillTemplate(texts.interests, inHtml) : null,
      "Action Items": random.chance(0.92) ? fillTemplate(texts.actions, inHtml) : null,
      Report: isProcessed ? fillTemplate(texts.report, inHtml) : null,
      Attendees: attendees(context, lead, owner, others),
    },
  });
}

function kindOf({ random }: DemoContext, type: string | null): MeetingKind {
  if (type === null) return random.chance(0.35) ? "later" : "first";
  return type.endsWith("Update") ? "later" : "first";
}

function attendees({ random, company }: DemoContext, lead: Lead, owner: string, others: readonly Lead[]): string {
  const colleague = others.length > 0 && random.chance(0.3) ? random.pick(others).email : null;
  const own = `${slugify(owner).replaceAll("-", ".")}@${company.mailDomain}`;
  return [lead.email, colleague, own].filter((address) => address !== null).join(", ");
}
