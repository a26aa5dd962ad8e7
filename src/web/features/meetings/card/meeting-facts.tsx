import { meetingPlace } from "#contract/meeting-status.ts";
import type { Meeting } from "#contract/meetings.ts";
import { formatDateTime } from "#lib/dates.ts";
import { SyncBadge } from "#lib/sync-badge.tsx";
import { Badge } from "#ui/badge.tsx";
import { ExternalLink } from "#ui/external-link.tsx";
import { mailLink } from "../attendees.ts";
import { statusLabel, typeLabel } from "../meeting-labels.ts";
import { nameOf } from "../meeting-name.ts";

type MeetingBadgesProps = { meeting: Meeting; onType: () => void };

export const MeetingBadges = ({ meeting, onType }: MeetingBadgesProps) => {
  const type = typeLabel(meeting.type);
  const status = statusLabel(meeting.status);
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Badge asChild tone={type.tone} outline={type.outline}>
        <button type="button" aria-label={`Type van ${nameOf(meeting)}: ${type.label}. Wijzigen`} onClick={onType}>
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

const factsOf = (meeting: Meeting): Fact[] => {
  const { meetingOwner, meetingDate, dateTranscriptionGenerated } = meeting;
  const isProcessed = meetingPlace(meeting.status) === "processed";
  const facts = [
    { label: "Owner", text: meetingOwner ?? "" },
    { label: "Datum", text: formatDateTime(meetingDate), at: meetingDate },
    ...(isProcessed
      ? [
          {
            label: "Transcriptie",
            text: formatDateTime(dateTranscriptionGenerated),
            at: dateTranscriptionGenerated,
          },
        ]
      : []),
  ];
  return facts.filter(({ text }) => text !== "");
};

/** Who held it and when. */
export const MeetingFacts = ({ meeting }: { meeting: Meeting }) => {
  const facts = factsOf(meeting);
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

/** Who was there: one mail to all of them. */
export const Attendees = ({ attendees }: { attendees: string }) => {
  const link = mailLink(attendees);
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
