import { Contact, EyeOff, FileText, ListTodo, Lock, RotateCw, Trash2 } from "lucide-react";
import { Suspense } from "react";
import { meetingTab } from "#contract/meeting-status.ts";
import type { Meeting } from "#contract/meetings.ts";
import { Button } from "#ui/button/button.tsx";
import { TooltipButton } from "#ui/button/tooltip-button.tsx";
import { ExternalLink, parseHttpUrl } from "#ui/content/external-link.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";

// Only companies that use the built-in writer need it.
export const TranscriptButton = lazyComponent(() => import("./transcript-dialog.tsx"), "TranscriptButton");

/** The action behind a button of a meeting card; useMeetingActions performs it. */
export type MeetingCommand = {
  kind: "process" | "private" | "ignore" | "delete" | "rerun" | "editTitle" | "editType" | "openReport";
  meeting: Meeting;
};
export type OnMeetingCommand = (command: MeetingCommand) => void;

type MeetingButtonsProps = { meeting: Meeting; onCommand: OnMeetingCommand };

export const MeetingButtons = ({ meeting, onCommand }: MeetingButtonsProps) => {
  const tab = meetingTab(meeting.status);
  const hubspot = tab === "processed" ? parseHttpUrl(meeting.hubspotUrl) : undefined;
  return (
    <footer className="-mx-4 -mb-4 flex flex-wrap items-center gap-2 border-t px-4 py-2.5">
      {meeting.hasReport && (
        <Button variant="outline" size="sm" onClick={() => onCommand({ kind: "openReport", meeting })}>
          <FileText />
          Rapport
        </Button>
      )}
      <Suspense>
        <TranscriptButton meeting={meeting} />
      </Suspense>
      {hubspot && (
        <Button asChild variant="outline" size="sm">
          <ExternalLink href={hubspot} className="text-foreground hover:no-underline">
            <Contact />
            HubSpot Contact
          </ExternalLink>
        </Button>
      )}
      <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
        {tab === "processed" && (
          <Button variant="outline" size="sm" onClick={() => onCommand({ kind: "rerun", meeting })}>
            <RotateCw />
            Rerun
          </Button>
        )}
        <TooltipButton
          variant={tab === "processed" ? "outline" : "primary"}
          size="sm"
          disabledReason={tab === "toProcess" ? "Deze meeting staat al klaar voor verwerking." : undefined}
          onClick={() => onCommand({ kind: "process", meeting })}
        >
          <ListTodo />
          Process
        </TooltipButton>
        <TooltipButton
          variant="outline"
          size="sm"
          disabledReason={tab === "private" ? "Deze meeting is al privé." : undefined}
          onClick={() => onCommand({ kind: "private", meeting })}
        >
          <Lock />
          Privé
        </TooltipButton>
        <TooltipButton
          variant="outline"
          size="sm"
          disabledReason={tab === "ignored" ? "Deze meeting wordt al genegeerd." : undefined}
          onClick={() => onCommand({ kind: "ignore", meeting })}
        >
          <EyeOff />
          Ignore
        </TooltipButton>
        <Button
          variant="ghost"
          size="sm"
          className="text-danger"
          onClick={() => onCommand({ kind: "delete", meeting })}
        >
          <Trash2 />
          Delete
        </Button>
      </div>
    </footer>
  );
};
