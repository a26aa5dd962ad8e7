import { TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Message } from "#contract/messages.ts";
import { unwelcomeReason } from "#contract/refusal.ts";
import { Button } from "#ui/button/button.tsx";
import { ClampedText } from "#ui/content/clamped-text.tsx";
import { TextDiffTable } from "#ui/content/text-diff.tsx";
import { useMessageVersions } from "../messages.api.ts";
import type { OnCardCommand } from "./card-command.ts";

type CardNoticesProps = { message: Message; onCommand: OnCardCommand };

/** What a reviewer has to know before deciding about an open message, or about one that was approved outside the product. */
export const CardNotices = ({ message, onCommand }: CardNoticesProps) => {
  if (message.notQueued) return <NotQueuedNotice message={message} onCommand={onCommand} />;
  return <OpenNotices message={message} onCommand={onCommand} />;
};

const OpenNotices = ({ message, onCommand }: CardNoticesProps) => (
  <>
    <UnwelcomeNotice message={message} onCommand={onCommand} />
    <TextRequestNotice message={message} onCommand={onCommand} />
    <ChangedAfterApprovalNotice message={message} />
  </>
);

/** Says who sends a message that was approved outside the product, and offers the queue where nobody does. */
const NotQueuedNotice = ({ message, onCommand }: CardNoticesProps) =>
  message.notQueued === "sent_by_airtable" ? (
    <Notice>Goedgekeurd in Airtable, hier niet ingepland. De automatisering in Airtable verstuurt dit bericht.</Notice>
  ) : (
    <Notice
      action={
        <Button variant="outline" size="sm" onClick={() => onCommand({ kind: "queue", message })}>
          In de wachtrij zetten
        </Button>
      }
    >
      Goedgekeurd, maar niet ingepland: dit bericht staat niet in de wachtrij en gaat niet vanzelf uit. Kijk eerst of
      het niet al buiten deze app is verstuurd.
    </Notice>
  );

/** Warns that the lead may not want another message, and offers the class that stops all messages. */
function UnwelcomeNotice({ message, onCommand }: CardNoticesProps) {
  const reason = unwelcomeReason(message);
  if (!reason) return null;
  return (
    <Notice
      action={
        <Button variant="outline" size="sm" onClick={() => onCommand({ kind: "markNotInterested", message })}>
          NOT INTERESTED
        </Button>
      }
    >
      {reason} Wil je deze lead nog een bericht sturen?
    </Notice>
  );
}

const TEXT_REQUEST_PROBLEMS = {
  same_text: "De automatisering gaf dezelfde tekst terug.",
  no_response: "Geen antwoord van de automatisering.",
} satisfies Record<NonNullable<Message["textRequestProblem"]>, string>;

/** Says that the requested text did not come or was the same, and offers to request it again. */
function TextRequestNotice({ message, onCommand }: CardNoticesProps) {
  const { textRequestProblem, regenerating, feedback } = message;
  if (!textRequestProblem || regenerating) return null;
  const retry = feedback
    ? ({ kind: "resendFeedback", label: "Feedback opnieuw versturen" } as const)
    : ({ kind: "rerun", label: "Opnieuw proberen" } as const);
  return (
    <Notice
      action={
        <Button variant="outline" size="sm" onClick={() => onCommand({ kind: retry.kind, message })}>
          {retry.label}
        </Button>
      }
    >
      {TEXT_REQUEST_PROBLEMS[textRequestProblem]}
      {feedback && (
        <ClampedText lines={3} className="mt-1 text-foreground">
          {feedback}
        </ClampedText>
      )}
    </Notice>
  );
}

/** Shows the approved text beside the current one. */
function ChangedAfterApprovalNotice({ message }: { message: Message }) {
  const approvedVersion = message.changedAfterApproval?.approvedVersion;
  const versions = useMessageVersions(message.id, approvedVersion !== undefined);
  const [shown, setShown] = useState(false);
  if (approvedVersion === undefined) return null;
  const approved = versions.data?.find(({ number }) => number === approvedVersion);
  const canShow = approved !== undefined;
  return (
    <>
      <Notice
        action={
          canShow && (
            <Button variant="outline" size="sm" aria-expanded={shown} onClick={() => setShown(!shown)}>
              {shown ? "Verberg het verschil" : "Bekijk het verschil"}
            </Button>
          )
        }
      >
        De tekst is na de goedkeuring gewijzigd en is niet verstuurd. Keur de nieuwe tekst opnieuw goed.
      </Notice>
      {approved && shown && (
        <div className="mx-4 mt-2 sm:mx-5">
          <TextDiffTable
            label="Verschil met de goedgekeurde tekst"
            before={{ title: "Goedgekeurd", text: approved.messageContent }}
            after={{ title: "Nu", text: message.messageContent }}
          />
        </div>
      )}
    </>
  );
}

const Notice = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div
    role="note"
    className="mx-4 mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-sm border border-warning/40 bg-warning-soft px-3 py-2 text-[0.8125rem] text-warning leading-5 sm:mx-5"
  >
    <div className="flex min-w-0 flex-1 basis-60 items-start gap-2">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
    {action}
  </div>
);
