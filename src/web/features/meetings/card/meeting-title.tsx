import { Pencil } from "lucide-react";
import type { Meeting } from "#contract/meetings.ts";
import { Button } from "#ui/button.tsx";
import { ExternalLink } from "#ui/external-link.tsx";
import { PopupLink } from "#ui/popup-link.tsx";
import { nameOf } from "../meeting-name.ts";

type MeetingTitleProps = { id: string; meeting: Meeting; onEdit: () => void };

const WEB_ADDRESS = /^https?:\/\//i;

export const MeetingTitle = ({ id, meeting, onEdit }: MeetingTitleProps) => (
  <div className="flex items-start gap-1">
    <h3 id={id} className="min-w-0 break-words font-semibold text-base leading-7">
      <TitleLink meeting={meeting} />
    </h3>
    <Button
      variant="ghost"
      size="icon"
      className="size-7 text-muted-foreground"
      aria-label={`Titel van ${nameOf(meeting)} bewerken`}
      onClick={onEdit}
    >
      <Pencil className="size-3.5" />
    </Button>
  </div>
);

/** To what was said; as long as that is not there, to the meeting itself, and orange. */
function TitleLink({ meeting }: { meeting: Meeting }) {
  const { transcriptUrl, meetingUrl } = meeting;
  if (transcriptUrl && WEB_ADDRESS.test(transcriptUrl)) {
    return (
      <PopupLink href={transcriptUrl} title="Open het transcript">
        {nameOf(meeting)}
      </PopupLink>
    );
  }
  if (meetingUrl && WEB_ADDRESS.test(meetingUrl)) {
    return (
      <ExternalLink
        href={meetingUrl}
        title="Nog geen transcript: open de meeting"
        className="text-orange-700 dark:text-orange-400"
      >
        {nameOf(meeting)}
      </ExternalLink>
    );
  }
  return nameOf(meeting);
}
