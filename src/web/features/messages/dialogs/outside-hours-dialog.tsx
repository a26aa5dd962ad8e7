import { useRef } from "react";
import type { Message } from "#contract/messages.ts";
import { formatTime, formatWeekday } from "#lib/dates/dates.ts";
import { Button } from "#ui/button/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "#ui/dialog/dialog.tsx";
import type { ActionOutcome, SingleMessageAction } from "../actions/message-action.ts";
import { useSubmit } from "./dialog-form.ts";

type OutsideHoursDialogProps = {
  open: boolean;
  message: Message;
  /** The first moment within the working hours of the sender. */
  nextMoment: string;
  onClose: () => void;
  onSend: (action: SingleMessageAction) => Promise<ActionOutcome>;
};

/** Asks after SENT outside the working hours: send now anyway, or at the next moment within them. */
export function OutsideHoursDialog({ open, message, nextMoment, onClose, onSend }: OutsideHoursDialogProps) {
  const { busy, submit } = useSubmit(onSend);
  const later = useRef<HTMLButtonElement>(null);
  const moment = `${formatWeekday(nextMoment)} om ${formatTime(nextMoment)}`;
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent
        title="Buiten de werktijden versturen?"
        description={`Het is nu buiten de werktijden van ${message.messageFlow ?? "deze afzender"}.`}
        firstFocus={later}
      >
        <p>
          {message.contactName} krijgt het bericht meteen als je het nu verstuurt. Het eerstvolgende moment binnen de
          werktijden is {moment}. Andere berichten die dan klaarstaan, gaan eerst.
        </p>
        <DialogFooter>
          <DialogClose>
            <Button variant="outline">Annuleren</Button>
          </DialogClose>
          <Button variant="outline" disabled={busy} onClick={() => void submit({ kind: "send", message })}>
            Nu versturen
          </Button>
          <Button ref={later} busy={busy} onClick={() => void submit({ kind: "send", message, when: "next" })}>
            {`Vanaf ${moment}`}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
