import { Link } from "@tanstack/react-router";
import { CalendarDays } from "lucide-react";
import { meetingTab } from "#contract/meeting-status.ts";
import type { Meeting } from "#contract/meetings.ts";
import { formatLongDate } from "#lib/dates/dates.ts";
import { MEETING_TAB_SLUGS } from "#lib/labels/meeting-tabs.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { TaskForm } from "#lib/tasks/task-form.tsx";
import { TaskList } from "#lib/tasks/task-list.tsx";
import { ClampedText } from "#ui/content/clamped-text.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { useMeetingsOf } from "./lead-details.api.ts";

/** The tasks for a lead, and the meetings that the lead attended, found by e-mail address. */
export const LeadMeetings = ({ leadId }: { leadId: string }) => (
  <div className="flex flex-col gap-4">
    <section aria-label="Taken" className="flex flex-col gap-3 rounded-md border bg-card p-3">
      <h2 className="font-medium text-[0.8125rem]">Taken</h2>
      <TaskList filter={{ leadId }} none="Geen taken voor deze lead." />
      <TaskForm leadId={leadId} />
    </section>
    <MeetingList leadId={leadId} />
  </div>
);

function MeetingList({ leadId }: { leadId: string }) {
  const meetings = useMeetingsOf(leadId);
  return (
    <QueryStates query={meetings} errorTitle="De meetings konden niet worden geladen" skeleton={<LinesSkeleton />}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty
            icon={CalendarDays}
            title="Geen meetings"
            text="Meetings waar het e-mailadres van deze lead bij staat, verschijnen hier."
          />
        ) : (
          <ul aria-label="Meetings" className="flex flex-col gap-2">
            {items.map((meeting) => (
              <MeetingItem key={meeting.id} meeting={meeting} />
            ))}
          </ul>
        )
      }
    </QueryStates>
  );
}

/** The tab of the meetings screen on which it is, as in the URL. */
const tabOf = ({ status }: Meeting) =>
  Object.entries(MEETING_TAB_SLUGS).find(([, tab]) => tab === meetingTab(status))?.[0];

const MeetingItem = ({ meeting }: { meeting: Meeting }) => (
  <li className="rounded-md border bg-card p-3">
    <p className="font-medium">
      <Link to="/meetings" search={{ tab: tabOf(meeting) }} className="rounded-xs hover:underline">
        {meeting.meetingName || "Meeting zonder titel"}
      </Link>
    </p>
    <p className="mb-1 text-muted-foreground text-xs">
      {[formatLongDate(meeting.meetingDate ?? meeting.createdAt), meeting.meetingOwner, meeting.type]
        .filter(Boolean)
        .join(" · ")}
    </p>
    {meeting.meetingShortSummary && <ClampedText lines={3}>{meeting.meetingShortSummary}</ClampedText>}
  </li>
);
