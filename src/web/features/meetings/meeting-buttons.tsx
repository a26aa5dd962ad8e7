import { Contact, EyeOff, FileText, ListTodo, Lock, RotateCw, Trash2 } from "lucide-react";
import { meetingPlace } from "#contract/meeting-status.ts";
import type { Meeting } from "#contract/meetings.ts";
import { Button } from "#ui/button/button.tsx";
import { GuardedButton } from "#ui/button/guarded-button.tsx";
import { ExternalLink } from "#ui/content/external-link.tsx";

/** What somebody wants of a meeting. */
export type MeetingCommand = {
  want: "process" | "private" | "ignore" | "delete" | "rerun" | "title" | "type" | "report";
  meeting: Meeting;
};
export type OnMeetingCommand = (intent: MeetingCommand) => void;

type MeetingButtonsProps = { meeting: Meeting; onIntent: OnMeetingCommand };

const WEB_ADDRESS = /^https?:\/\//i;

/** What there is to look at, and where the meeting can go from here. */
export const MeetingButtons = ({ meeting, onIntent }: MeetingButtonsProps) => {
  const place = meetingPlace(meeting.status);
  const hubspot = place === "processed" && WEB_ADDRESS.test(meeting.hubspotUrl ?? "") ? meeting.hubspotUrl : null;
  return (
    <footer className="-mx-4 -mb-4 flex flex-wrap items-center gap-2 border-t px-4 py-2.5">
      {meeting.hasReport && (
        <Button variant="outline" size="sm" onClick={() => onIntent({ want: "report", meeting })}>
          <FileText />
          Rapport
        </Button>
      )}
      {hubspot && (
        <Button asChild variant="outline" size="sm">
          <ExternalLink href={hubspot} className="text-foreground hover:no-underline">
            <Contact />
            HubSpot Contact
          </ExternalLink>
        </Button>
      )}
      <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
        {place === "processed" && (
          <Button variant="outline" size="sm" onClick={() => onIntent({ want: "rerun", meeting })}>
            <RotateCw />
            Rerun
          </Button>
        )}
        <GuardedButton
          size="sm"
          refusal={place === "toProcess" ? "Deze meeting staat al klaar voor verwerking." : undefined}
          onClick={() => onIntent({ want: "process", meeting })}
        >
          <ListTodo />
          Process
        </GuardedButton>
        <GuardedButton
          variant="outline"
          size="sm"
          refusal={place === "private" ? "Deze meeting is al privé." : undefined}
          onClick={() => onIntent({ want: "private", meeting })}
        >
          <Lock />
          Privé
        </GuardedButton>
        <GuardedButton
          variant="outline"
          size="sm"
          refusal={place === "ignored" ? "Deze meeting wordt al genegeerd." : undefined}
          onClick={() => onIntent({ want: "ignore", meeting })}
        >
          <EyeOff />
          Ignore
        </GuardedButton>
        <Button variant="ghost" size="sm" className="text-danger" onClick={() => onIntent({ want: "delete", meeting })}>
          <Trash2 />
          Delete
        </Button>
      </div>
    </footer>
  );
};
