import { Pencil } from "lucide-react";
import { memo, Suspense } from "react";
import { meetingTab } from "#contract/meeting-status.ts";
import type { Meeting } from "#contract/meetings.ts";
import { Button } from "#ui/button/button.tsx";
import { ClampedText } from "#ui/content/clamped-text.tsx";
import { ExternalLink, keepHttpUrl, PopupLink } from "#ui/content/external-link.tsx";

import { RichText } from "#ui/content/rich-text.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { Card } from "#ui/page/card.tsx";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "#ui/page/collapsible.tsx";
import { useIsPhone } from "#ui/use-media-query.ts";
import { MeetingButtons, type OnMeetingCommand } from "./meeting-buttons.tsx";
import { Attendees, MeetingBadges, MeetingFacts } from "./meeting-facts.tsx";
import { meetingCardId, meetingDisplayName } from "./meeting-labels.ts";
import { MeetingLeads } from "./meeting-leads.tsx";

// Only companies that use the built-in writer need it.
const MeetingSummary = lazyComponent(() => import("./meeting-summary.tsx"), "MeetingSummary");

const BLOCKS = [
  { title: "Sales Opportunities", field: "salesOpportunities" },
  { title: "Follow-up Interests", field: "followUpInterests" },
  { title: "Action Items", field: "actionItems" },
] as const;

const Block = ({ html }: { html: string | null }) => (
  <ClampedText lines={5} className="whitespace-normal leading-5">
    <RichText html={html} fallback={<p className="text-muted-foreground">Geen data beschikbaar</p>} />
  </ClampedText>
);

/** On a phone closed until they are asked for, and left out when there is nothing in them. */
const FoldedBlocks = ({ meeting }: { meeting: Meeting }) =>
  BLOCKS.some(({ field }) => meeting[field]) && (
    <Collapsible>
      <CollapsibleTrigger className="w-fit text-[0.8125rem]">Uit het gesprek</CollapsibleTrigger>
      <CollapsibleContent className="mt-1">
        <MeetingBlocks meeting={meeting} />
      </CollapsibleContent>
    </Collapsible>
  );

const MeetingBlocks = ({ meeting }: { meeting: Meeting }) => (
  <div className="grid gap-2 md:grid-cols-3">
    {BLOCKS.map(({ title, field }) => (
      <div key={field} className="min-w-0 rounded-sm bg-muted px-3 py-2 text-[0.8125rem]">
        <h4 className="mb-1 font-medium text-xs">{title}</h4>
        <Block html={meeting[field]} />
      </div>
    ))}
  </div>
);

type MeetingTitleProps = { id: string; meeting: Meeting; onEdit: () => void };

const MeetingTitle = ({ id, meeting, onEdit }: MeetingTitleProps) => (
  <div className="flex items-start gap-1">
    <h3 id={id} className="min-w-0 break-words font-semibold text-base leading-7">
      <TitleLink meeting={meeting} />
    </h3>
    <Button
      variant="ghost"
      size="icon"
      className="size-7 text-muted-foreground"
      aria-label={`Titel van ${meetingDisplayName(meeting)} bewerken`}
      onClick={onEdit}
    >
      <Pencil className="size-3.5" />
    </Button>
  </div>
);

/** Links to the transcript, or in orange to the meeting itself while there is none. */
function TitleLink({ meeting }: { meeting: Meeting }) {
  const transcriptUrl = keepHttpUrl(meeting.transcriptUrl);
  const meetingUrl = keepHttpUrl(meeting.meetingUrl);
  if (transcriptUrl) {
    return (
      <PopupLink href={transcriptUrl} title="Open het transcript">
        {meetingDisplayName(meeting)}
      </PopupLink>
    );
  }
  if (meetingUrl) {
    return (
      <ExternalLink
        href={meetingUrl}
        title="Nog geen transcript: open de meeting"
        className="text-orange-700 dark:text-orange-400"
      >
        {meetingDisplayName(meeting)}
      </ExternalLink>
    );
  }
  return meetingDisplayName(meeting);
}

const MeetingTasks = lazyComponent(() => import("./meeting-tasks.tsx"), "MeetingTasks");

/** Closed until it is asked for: every card would fetch its tasks. */
const TasksSection = ({ meeting }: { meeting: Meeting }) => (
  <Collapsible>
    <CollapsibleTrigger className="w-fit text-[0.8125rem]">
      Taken<span className="sr-only"> van {meetingDisplayName(meeting)}</span>
    </CollapsibleTrigger>
    <CollapsibleContent>
      <Suspense fallback={<LinesSkeleton />}>
        <MeetingTasks meeting={meeting} />
      </Suspense>
    </CollapsibleContent>
  </Collapsible>
);

type MeetingCardProps = { meeting: Meeting; onCommand: OnMeetingCommand };

/** Memoised: a list may hold many cards. */
export const MeetingCard = memo(function MeetingCard({ meeting, onCommand }: MeetingCardProps) {
  const titleId = `${meetingCardId(meeting.id)}-title`;
  const isProcessed = meetingTab(meeting.status) === "processed";
  return (
    <article
      id={meetingCardId(meeting.id)}
      aria-labelledby={titleId}
      tabIndex={-1}
      className="scroll-mt-[calc(var(--table-top,0px)+0.75rem)] rounded-md"
    >
      <Card className="flex flex-col gap-3 p-4">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <MeetingTitle id={titleId} meeting={meeting} onEdit={() => onCommand({ kind: "editTitle", meeting })} />
          <MeetingBadges meeting={meeting} onType={() => onCommand({ kind: "editType", meeting })} />
        </div>
        <MeetingFacts meeting={meeting} />
        {isProcessed && meeting.attendees && <Attendees attendees={meeting.attendees} />}
        {meeting.meetingShortSummary && (
          <ClampedText lines={3} className="leading-relaxed">
            {meeting.meetingShortSummary}
          </ClampedText>
        )}
        {useIsPhone() ? <FoldedBlocks meeting={meeting} /> : <MeetingBlocks meeting={meeting} />}
        <Suspense>{meeting.summaryState !== "none" && <MeetingSummary meeting={meeting} />}</Suspense>
        {meeting.leads.length > 0 && <MeetingLeads leads={meeting.leads} showPauseButtons={isProcessed} />}
        <TasksSection meeting={meeting} />
        <MeetingButtons meeting={meeting} onCommand={onCommand} />
      </Card>
    </article>
  );
});
