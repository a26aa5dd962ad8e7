import { meetingTab } from "#contract/meeting-status.ts";
import type { Meeting } from "#contract/meetings.ts";
import { formatDateMaybeTime } from "#lib/dates/dates.ts";
import { SyncBadge } from "#lib/sync/sync-badge.tsx";
import { Badge } from "#ui/content/badge.tsx";
import { ExternalLink } from "#ui/content/external-link.tsx";
import { meetingDisplayName, statusLabel, typeLabel } from "./meeting-labels.ts";

const EMAIL_ADDRESS = /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu;

/** A mailto link to all e-mail addresses in the text, or undefined when there are none. */
export const mailtoLink = (attendees: string | null): string | undefined => {
  const addresses = [...new Set(attendees?.match(EMAIL_ADDRESS) ?? [])];
  if (addresses.length === 0) return undefined;
  // Encoded, so that an address cannot add headers such as bcc to the link.
  return `mailto:${addresses.map((address) => encodeURIComponent(address).replaceAll("%40", "@")).join(",")}`;
};

type MeetingBadgesProps = { meeting: Meeting; onType: () => void };

export const MeetingBadges = ({ meeting, onType }: MeetingBadgesProps) => {
  const type = typeLabel(meeting.type);
  const status = statusLabel(meeting.status);
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Badge asChild tone={type.tone} outline={type.outline}>
        <button
          type="button"
          aria-label={`Type van ${meetingDisplayName(meeting)}: ${type.label}. Wijzigen`}
          onClick={onType}
        >
          {type.label}
        </button>
      </Badge>
      <Badge tone={status.tone} outline>
        {status.label}
      </Badge>
      <SyncBadge state={meeting.sync} />
    </div>
  );
};

type Fact = { label: string; text: string; at?: string | null };

const listFacts = (meeting: Meeting): Fact[] => {
  const { meetingOwner, meetingDate, dateTranscriptionGenerated } = meeting;
  const isProcessed = meetingTab(meeting.status) === "processed";
  const facts = [
    { label: "Owner", text: meetingOwner ?? "" },
    { label: "Datum", text: formatDateMaybeTime(meetingDate), at: meetingDate },
    ...(isProcessed
      ? [
          {
            label: "Transcriptie",
            text: formatDateMaybeTime(dateTranscriptionGenerated),
            at: dateTranscriptionGenerated,
          },
        ]
      : []),
  ];
  return facts.filter(({ text }) => text !== "");
};

export const MeetingFacts = ({ meeting }: { meeting: Meeting }) => {
  const facts = listFacts(meeting);
  return facts.length === 0 ? null : (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-[0.8125rem]">
      {facts.map(({ label, text, at }) => (
        <div key={label} className="flex gap-1.5">
          <dt className="text-muted-foreground">{label}</dt>
          <dd>{at ? <time dateTime={at}>{text}</time> : text}</dd>
        </div>
      ))}
    </dl>
  );
};

export const Attendees = ({ attendees }: { attendees: string }) => {
  const link = mailtoLink(attendees);
  return (
    <p className="break-words text-[0.8125rem]">
      <span className="text-muted-foreground">Aanwezig </span>
      {link ? (
        <ExternalLink href={link} target={undefined} className="underline">
          {attendees}
        </ExternalLink>
      ) : (
        attendees
      )}
    </p>
  );
};
