import { Link } from "@tanstack/react-router";
import { Inbox, Reply } from "lucide-react";
import { useState } from "react";
import type { Message } from "#contract/messages.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { AnswerForm } from "#lib/leads/answer-form.tsx";
import { useConversation } from "#lib/leads/conversation.api.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { ClampedText } from "#ui/content/clamped-text.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";

type CardReplyProps = { leadId: string; name: string; reply: NonNullable<Message["reply"]> };

/** What the lead last wrote, to be read and answered where the message is. */
export function CardReply({ leadId, name, reply }: CardReplyProps) {
  const [isAnswering, setIsAnswering] = useState(false);
  return (
    <section
      aria-label={`Reactie van ${name}`}
      className="mx-4 mt-3 flex flex-col gap-2 rounded-sm border border-info/40 bg-info-soft px-3 py-2 text-[0.8125rem] leading-5 sm:mx-5"
    >
      <p className="font-medium">
        Reactie van {name} · {formatDateTime(reply.at)}
      </p>
      <ClampedText lines={3}>{reply.text}</ClampedText>
      {isAnswering && <Answer leadId={leadId} />}
      <div className="flex flex-wrap gap-2">
        {!isAnswering && (
          <Button variant="outline" size="sm" onClick={() => setIsAnswering(true)}>
            <Reply />
            Beantwoorden
          </Button>
        )}
        <Button asChild variant="ghost" size="sm">
          <Link to="/inbox" search={{ lead: leadId }}>
            <Inbox />
            Gesprek openen
          </Link>
        </Button>
      </div>
    </section>
  );
}

const Answer = ({ leadId }: { leadId: string }) => (
  <QueryStates
    query={useConversation(leadId)}
    errorTitle="Het gesprek kon niet worden geladen"
    skeleton={<LinesSkeleton />}
  >
    {(conversation) => <AnswerForm conversation={conversation} />}
  </QueryStates>
);
