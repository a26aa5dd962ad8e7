import { Check, Pencil, RotateCw, Send, WandSparkles, X } from "lucide-react";
import { Suspense } from "react";
import type { Message } from "#contract/messages.ts";
import { formatDate } from "#lib/dates/dates.ts";
import { Button } from "#ui/button/button.tsx";
import { TooltipButton } from "#ui/button/tooltip-button.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { useIsPhone } from "#ui/use-media-query.ts";
import type { OnCardCommand } from "./card-command.ts";

// Few cards have an outcome, and few windows are those of a phone.
const CardOutcome = lazyComponent(() => import("./card-outcome.tsx"), "CardOutcome");
const PhoneButtons = lazyComponent(() => import("./phone-buttons.tsx"), "PhoneButtons");

type CardFooterProps = { message: Message; sending: boolean; onCommand: OnCardCommand };

/** The action buttons of an open message; otherwise the outcome. */
export function CardFooter({ message, sending, onCommand }: CardFooterProps) {
  switch (message.status) {
    case "pending":
    case "rewritten":
    case "edited":
      return <OpenFooter message={message} sending={sending} onCommand={onCommand} />;
    case "sent":
    case "connected":
    case "interested":
    case "not_interested":
    case "neutral":
    case "error":
      return (
        <Suspense fallback={<div className="h-11" />}>
          <CardOutcome message={message} status={message.status} />
        </Suspense>
      );
    case "approved":
    case "cancelled":
      return null;
  }
}

const footerStyle = "@container flex flex-wrap items-center gap-x-1.5 gap-y-2 border-t px-4 py-3 sm:px-5";

// Between the panes of a window of 1440 pixels the buttons only fit on one line when they are narrower and have no icon.
const buttonStyle = "@max-2xl:px-2.5";
const iconStyle = "@max-2xl:hidden";

const OpenFooter = (props: CardFooterProps) => {
  if (!useIsPhone()) return <CardButtons {...props} />;
  return (
    <Suspense fallback={<div className="h-24" />}>
      <PhoneButtons {...props} />
    </Suspense>
  );
};

const REWRITE_IN_PROGRESS = "Er wordt al een nieuwe tekst gemaakt.";

function CardButtons({ message, sending, onCommand }: CardFooterProps) {
  const disabledReason = message.regenerating ? REWRITE_IN_PROGRESS : undefined;
  return (
    <footer className={footerStyle}>
      <p className="-mt-1 basis-full text-right text-muted-foreground text-xs tabular-nums">
        Created: {formatDate(message.dateCreated)}
      </p>
      <Button size="sm" onClick={() => onCommand({ kind: "approve", message })}>
        <Check />
        Goedkeuren
      </Button>
      <TooltipButton
        variant="outline"
        size="sm"
        className={buttonStyle}
        disabledReason={disabledReason}
        onClick={() => onCommand({ kind: "rerun", message })}
      >
        <RotateCw className={iconStyle} />
        Rerun
      </TooltipButton>
      <TooltipButton
        variant="outline"
        size="sm"
        className={buttonStyle}
        busy={sending}
        hint="Nu versturen"
        onClick={() => onCommand({ kind: "send", message })}
      >
        <Send className={iconStyle} />
        SENT
      </TooltipButton>
      <TooltipButton
        variant="outline"
        size="sm"
        className={buttonStyle}
        disabledReason={disabledReason}
        onClick={() => onCommand({ kind: "rewrite", message })}
      >
        <WandSparkles className={iconStyle} />
        Herschrijf
      </TooltipButton>
      <Button variant="outline" size="sm" className={buttonStyle} onClick={() => onCommand({ kind: "edit", message })}>
        <Pencil className={iconStyle} />
        Bewerken
      </Button>
      <Button
        variant="ghost-danger"
        size="sm"
        className={buttonStyle}
        onClick={() => onCommand({ kind: "cancel", message })}
      >
        <X className={iconStyle} />
        Cancel
      </Button>
    </footer>
  );
}
