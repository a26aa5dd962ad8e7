import { Check, Pencil } from "lucide-react";
import type { Message } from "#contract/messages.ts";
import { formatDate } from "#lib/dates/dates.ts";
import { Button } from "#ui/button/button.tsx";
import type { OnCardCommand } from "./card-command.ts";
import { CardMenu } from "./card-menu.tsx";

type PhoneButtonsProps = { message: Message; sending: boolean; onCommand: OnCardCommand };

/** Sticks to the bottom of the window, within reach of the thumb, while the card is in view. The other actions are in the menu. */
export const PhoneButtons = ({ message, sending, onCommand }: PhoneButtonsProps) => (
  <>
    <p className="px-4 pb-3 text-right text-muted-foreground text-xs tabular-nums">
      Created: {formatDate(message.dateCreated)}
    </p>
    <footer
      data-bottom-bar
      className="sticky bottom-0 z-5 flex items-center gap-2 rounded-b-md border-t bg-card px-4 py-2.5"
    >
      <Button className="h-11 flex-1" busy={sending} onClick={() => onCommand({ kind: "approve", message })}>
        <Check />
        Goedkeuren
      </Button>
      <Button
        variant="outline"
        className="size-11 px-0"
        aria-label="Bewerken"
        onClick={() => onCommand({ kind: "edit", message })}
      >
        <Pencil />
      </Button>
      <CardMenu message={message} onCommand={onCommand} variant="outline" className="size-11" />
    </footer>
  </>
);
