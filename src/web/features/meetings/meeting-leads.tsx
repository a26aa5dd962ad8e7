import { Pause, Play } from "lucide-react";
import type { AttendingLead } from "#contract/meetings.ts";
import { usePauseMessages } from "#lib/api/pause-messages.ts";
import { LeadLink } from "#lib/leads/lead-link.tsx";
import { Button } from "#ui/button/button.tsx";

type MeetingLeadsProps = {
  leads: readonly AttendingLead[];
  /** After a meeting, queued messages may no longer fit. */
  showPauseButtons: boolean;
};

/** The attendees who are leads, with buttons to pause or resume their queued messages. */
export const MeetingLeads = ({ leads, showPauseButtons }: MeetingLeadsProps) => (
  <ul aria-label="Leads" className="flex flex-wrap gap-x-6 gap-y-1.5">
    {leads.map((lead, index) => (
      <li key={lead.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem]">
        <span>
          {index === 0 && <span className="text-muted-foreground">{leads.length === 1 ? "Lead" : "Leads"} </span>}
          <LeadLink id={lead.id} className="text-link underline">
            {lead.fullName || "Naam onbekend"}
          </LeadLink>
        </span>
        {showPauseButtons && <PauseButtons lead={lead} />}
      </li>
    ))}
  </ul>
);

const formatMessageCount = (count: number): string => `${count} ${count === 1 ? "bericht" : "berichten"}`;

function PauseButtons({ lead: { id, fullName, queued, paused } }: { lead: AttendingLead }) {
  const pause = usePauseMessages("pause");
  const resume = usePauseMessages("resume");
  return (
    <>
      {queued > 0 && (
        <Button
          variant="outline"
          size="sm"
          busy={pause.isPending}
          aria-label={`Pauzeer ${formatMessageCount(queued)} aan ${fullName}`}
          onClick={() => pause.mutate(id)}
        >
          <Pause />
          Pauzeer {formatMessageCount(queued)}
        </Button>
      )}
      {paused > 0 && (
        <Button
          variant="outline"
          size="sm"
          busy={resume.isPending}
          aria-label={`Hervat ${formatMessageCount(paused)} aan ${fullName}`}
          onClick={() => resume.mutate(id)}
        >
          <Play />
          Hervat {formatMessageCount(paused)}
        </Button>
      )}
    </>
  );
}
