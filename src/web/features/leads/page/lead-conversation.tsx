import { MessagesSquare } from "lucide-react";
import type { ReactNode } from "react";
import type { LeadText } from "#contract/lead-details.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { cn } from "#ui/cn.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { useTexts } from "./lead-details.api.ts";

type LeadConversationProps = { leadId: string; answer?: ReactNode };

/** What was sent to the lead and what the lead wrote, as a chat, with the answer below it. */
export function LeadConversation({ leadId, answer }: LeadConversationProps) {
  const conversation = useTexts(leadId);
  return (
    <QueryStates query={conversation} errorTitle="Het gesprek kon niet worden geladen" skeleton={<LinesSkeleton />}>
      {(entries) =>
        entries.length === 0 ? (
          <Empty
            icon={MessagesSquare}
            title="Nog geen gesprek"
            text="Zodra er een bericht is verzonden, staat de tekst hier."
          />
        ) : (
          <div className="flex flex-col gap-4">
            <ol aria-label="Gesprek" className="flex flex-col gap-3">
              {entries.map((entry) => (
                <Bubble key={entry.id} entry={entry} />
              ))}
            </ol>
            {answer}
          </div>
        )
      }
    </QueryStates>
  );
}

const Bubble = ({ entry: { direction, by, name, at, text } }: { entry: LeadText }) => (
  <li
    className={cn(
      "w-fit max-w-[min(36rem,90%)] rounded-md border px-3 py-2",
      direction === "out" ? "bg-card" : "ml-auto bg-info-soft",
    )}
  >
    <p className="mb-1 flex flex-wrap gap-x-2 text-muted-foreground text-xs">
      <span className="font-medium text-foreground">{by ?? "Onbekend"}</span>
      {name && <span>{name}</span>}
      <time dateTime={at} className="tabular-nums">
        {formatDateTime(at)}
      </time>
    </p>
    <p className="whitespace-pre-wrap break-words">{text}</p>
  </li>
);
