import { memo } from "react";
import { meetingPlace } from "#contract/meeting-status.ts";
import type { Meeting } from "#contract/meetings.ts";
import { Card } from "#ui/card.tsx";
import { Fold } from "#ui/fold.tsx";
import { cardId } from "../meeting-name.ts";
import { MeetingActions } from "./meeting-actions.tsx";
import { MeetingBlocks } from "./meeting-blocks.tsx";
import { Attendees, MeetingBadges, MeetingFacts } from "./meeting-facts.tsx";
import type { OnIntent } from "./meeting-intent.ts";
import { MeetingLeads } from "./meeting-leads.tsx";
import { MeetingTitle } from "./meeting-title.tsx";

type MeetingCardProps = { meeting: Meeting; onIntent: OnIntent };

/** What the talk was about, and what becomes of it. Drawn again only when it has changed: there may be many. */
export const MeetingCard = memo(function MeetingCard({ meeting, onIntent }: MeetingCardProps) {
  const titleId = `${cardId(meeting.id)}-titel`;
  const isProcessed = meetingPlace(meeting.status) === "processed";
  return (
    <article
      id={cardId(meeting.id)}
      aria-labelledby={titleId}
      tabIndex={-1}
      className="scroll-mt-[calc(var(--table-top,0px)+0.75rem)] rounded-md"
    >
      <Card className="flex flex-col gap-3 p-4">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <MeetingTitle id={titleId} meeting={meeting} onEdit={() => onIntent({ want: "title", meeting })} />
          <MeetingBadges meeting={meeting} onType={() => onIntent({ want: "type", meeting })} />
        </div>
        <MeetingFacts meeting={meeting} />
        {isProcessed && meeting.attendees && <Attendees attendees={meeting.attendees} />}
        {meeting.meetingShortSummary && (
          <Fold lines={3} className="leading-relaxed">
            {meeting.meetingShortSummary}
          </Fold>
        )}
        <MeetingBlocks meeting={meeting} />
        {meeting.leads.length > 0 && <MeetingLeads leads={meeting.leads} mayPause={isProcessed} />}
        <MeetingActions meeting={meeting} onIntent={onIntent} />
      </Card>
    </article>
  );
});
