import { type RefObject, Suspense, useState } from "react";
import type { LeadConversation } from "#contract/linkedin.ts";
import { Button } from "#ui/button/button.tsx";
import { Field } from "#ui/field/field.tsx";
import { Textarea } from "#ui/field/input.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { useAnswer, useConversation } from "./conversation.api.ts";

// Only companies that use the built-in writer need it.
const ReplyProposal = lazyComponent(() => import("./reply-proposal.tsx"), "ReplyProposal");

type AnswerFormProps = {
  conversation: Pick<LeadConversation, "leadId" | "senderName" | "fullName">;
  /** For a shortcut that focuses the field. */
  field?: RefObject<HTMLTextAreaElement | null>;
};

/** The answer to a lead, through the account that the lead wrote to. */
export function AnswerForm({ conversation: { leadId, senderName, fullName }, field }: AnswerFormProps) {
  const [text, setText] = useState("");
  const answer = useAnswer(leadId);
  if (senderName === null)
    return (
      <p className="text-muted-foreground text-[0.8125rem]">
        Er is geen verbonden LinkedIn-account om mee te antwoorden.
      </p>
    );
  const send = (when: "now" | "next") => {
    if (text.trim() !== "" && !answer.isPending) answer.mutate({ text, when }, { onSuccess: () => setText("") });
  };
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        send("next");
      }}
    >
      <Suspense>
        <ReplyProposal leadId={leadId} onAnswer={setText} />
      </Suspense>
      <Field label={`Antwoord aan ${fullName} namens ${senderName}`}>
        <Textarea
          {...(field ? { ref: field } : {})}
          value={text}
          rows={4}
          maxLength={8000}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              send("next");
            }
          }}
        />
      </Field>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="mr-auto text-muted-foreground text-xs max-sm:hidden">
          Ctrl+Enter verstuurt binnen de werktijden
        </span>
        <Button variant="outline" disabled={text.trim() === "" || answer.isPending} onClick={() => send("now")}>
          Nu versturen
        </Button>
        <Button type="submit" disabled={text.trim() === ""} busy={answer.isPending} busyLabel="Klaarzetten...">
          Antwoorden
        </Button>
      </div>
    </form>
  );
}

/** The form for a lead with whom somebody of the company talks on LinkedIn; nothing for other leads. */
export function AnswerToLead({ leadId }: { leadId: string }) {
  const conversation = useConversation(leadId).data;
  return conversation?.senderName ? <AnswerForm conversation={conversation} /> : null;
}
