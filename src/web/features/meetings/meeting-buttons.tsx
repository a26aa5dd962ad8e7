import { Contact, Ellipsis, EyeOff, FileText, History, ListTodo, Lock, RotateCw, Trash2 } from "lucide-react";
import { Suspense } from "react";
import { meetingTab } from "#contract/meeting-status.ts";
import type { Meeting } from "#contract/meetings.ts";
import { useCompanyCard } from "#lib/session/session.ts";
import { Button } from "#ui/button/button.tsx";
import { TooltipButton } from "#ui/button/tooltip-button.tsx";
import { ExternalLink, keepHttpUrl } from "#ui/content/external-link.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#ui/overlay/dropdown-menu.tsx";
import { useIsPhone } from "#ui/use-media-query.ts";
import { meetingDisplayName } from "./meeting-labels.ts";

// Only companies that use the built-in writer need it.
export const TranscriptButton = lazyComponent(() => import("./transcript-dialog.tsx"), "TranscriptButton");

/** The action behind a button of a meeting card; useMeetingActions performs it. */
export type MeetingCommand = {
  kind:
    | "process"
    | "private"
    | "ignore"
    | "delete"
    | "rerun"
    | "editTitle"
    | "editType"
    | "openReport"
    | "addTranscript"
    | "airtable";
  meeting: Meeting;
};
export type OnMeetingCommand = (command: MeetingCommand) => void;

type MeetingButtonsProps = { meeting: Meeting; onCommand: OnMeetingCommand };

export const MeetingButtons = (props: MeetingButtonsProps) => (
  <footer className="-mx-4 -mb-4 flex flex-wrap items-center gap-2 border-t px-4 py-2.5">
    {useIsPhone() ? <PhoneButtons {...props} /> : <AllButtons {...props} />}
  </footer>
);

/** The other actions are in a menu. */
const PhoneButtons = ({ meeting, onCommand }: MeetingButtonsProps) => (
  <>
    <ProcessButton meeting={meeting} onCommand={onCommand} />
    <Suspense>
      <TranscriptButton onOpen={() => onCommand({ kind: "addTranscript", meeting })} />
    </Suspense>
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          className="ml-auto"
          aria-label={`Meer acties voor ${meetingDisplayName(meeting)}`}
        >
          <Ellipsis />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <MenuItems meeting={meeting} onCommand={onCommand} />
      </DropdownMenuContent>
    </DropdownMenu>
  </>
);

function MenuItems({ meeting, onCommand }: MeetingButtonsProps) {
  const tab = meetingTab(meeting.status);
  const hubspot = hubspotLink(meeting);
  const { data: company } = useCompanyCard(false);
  return (
    <>
      {meeting.hasReport && (
        <DropdownMenuItem onSelect={() => onCommand({ kind: "openReport", meeting })}>
          <FileText />
          Rapport
        </DropdownMenuItem>
      )}
      {hubspot && (
        <DropdownMenuItem asChild>
          <ExternalLink href={hubspot} className="text-foreground hover:no-underline">
            <Contact />
            HubSpot Contact
          </ExternalLink>
        </DropdownMenuItem>
      )}
      {tab === "processed" && (
        <DropdownMenuItem onSelect={() => onCommand({ kind: "rerun", meeting })}>
          <RotateCw />
          Rerun
        </DropdownMenuItem>
      )}
      {tab !== "private" && (
        <DropdownMenuItem onSelect={() => onCommand({ kind: "private", meeting })}>
          <Lock />
          Privé
        </DropdownMenuItem>
      )}
      {tab !== "ignored" && (
        <DropdownMenuItem onSelect={() => onCommand({ kind: "ignore", meeting })}>
          <EyeOff />
          Ignore
        </DropdownMenuItem>
      )}
      {company?.syncsWithAirtable && (
        <DropdownMenuItem onSelect={() => onCommand({ kind: "airtable", meeting })}>
          <History />
          Wijzigingen met Airtable
        </DropdownMenuItem>
      )}
      <DropdownMenuItem tone="destructive" onSelect={() => onCommand({ kind: "delete", meeting })}>
        <Trash2 />
        Delete
      </DropdownMenuItem>
    </>
  );
}

const hubspotLink = ({ status, hubspotUrl }: Meeting): string | undefined =>
  meetingTab(status) === "processed" ? keepHttpUrl(hubspotUrl) : undefined;

function ProcessButton({ meeting, onCommand }: MeetingButtonsProps) {
  const tab = meetingTab(meeting.status);
  return (
    <TooltipButton
      variant={tab === "processed" ? "outline" : "primary"}
      size="sm"
      disabledReason={tab === "toProcess" ? "Deze meeting staat al klaar voor verwerking." : undefined}
      onClick={() => onCommand({ kind: "process", meeting })}
    >
      <ListTodo />
      Process
    </TooltipButton>
  );
}

function AllButtons({ meeting, onCommand }: MeetingButtonsProps) {
  const tab = meetingTab(meeting.status);
  const hubspot = hubspotLink(meeting);
  const { data: company } = useCompanyCard(false);
  return (
    <>
      {meeting.hasReport && (
        <Button variant="outline" size="sm" onClick={() => onCommand({ kind: "openReport", meeting })}>
          <FileText />
          Rapport
        </Button>
      )}
      <Suspense>
        <TranscriptButton onOpen={() => onCommand({ kind: "addTranscript", meeting })} />
      </Suspense>
      {hubspot && (
        <Button asChild variant="outline" size="sm">
          <ExternalLink href={hubspot} className="text-foreground hover:no-underline">
            <Contact />
            HubSpot Contact
          </ExternalLink>
        </Button>
      )}
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {tab === "processed" && (
          <Button variant="outline" size="sm" onClick={() => onCommand({ kind: "rerun", meeting })}>
            <RotateCw />
            Rerun
          </Button>
        )}
        <ProcessButton meeting={meeting} onCommand={onCommand} />
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
        <Button variant="ghost-danger" size="sm" onClick={() => onCommand({ kind: "delete", meeting })}>
          <Trash2 />
          Delete
        </Button>
        {company?.syncsWithAirtable && (
          <TooltipButton
            variant="ghost"
            size="icon"
            className="size-8"
            aria-label="Wijzigingen met Airtable"
            hint="Wijzigingen met Airtable"
            onClick={() => onCommand({ kind: "airtable", meeting })}
          >
            <History />
          </TooltipButton>
        )}
      </div>
    </>
  );
}
