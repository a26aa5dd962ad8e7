import { useState } from "react";
import { Button } from "#ui/button/button.tsx";
import { DialogClose, DialogFooter } from "#ui/dialog/dialog.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { Field } from "#ui/field/field.tsx";
import { Select } from "#ui/select/select.tsx";
import { formatLeadCount, useInviteLeads, useInvitingSenders } from "./bulk-actions.api.ts";

type InviteDialogProps = { ids: readonly string[]; onClose: () => void; onDone: () => void };

const OWN_MANAGER = "eigen";

/** Selected leads enter the invitation queue of a sender. */
export function InviteDialog({ ids, onClose, onDone }: InviteDialogProps) {
  const senders = (useInvitingSenders().data ?? []).filter(({ account }) => account !== null);
  const [senderId, setSenderId] = useState(OWN_MANAGER);
  const invite = useInviteLeads();
  const options = [
    { value: OWN_MANAGER, label: "De accountmanager van elke lead" },
    ...senders.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const start = () =>
    invite.mutate(
      { ids, senderId: senderId === OWN_MANAGER ? undefined : senderId },
      {
        onSuccess: () => {
          onClose();
          onDone();
        },
      },
    );
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`${formatLeadCount(ids.length)} uitnodigen op LinkedIn`}
      description="De uitnodigingen gaan weg op de werktijden en binnen de limieten van de afzender, zonder tekst."
    >
      <div className="flex flex-col gap-4">
        <Field
          label="Namens"
          hint={
            senders.length === 0
              ? "Nog niemand heeft een LinkedIn-account verbonden: ze wachten tot dat is gebeurd."
              : undefined
          }
        >
          <Select options={options} value={senderId} onValueChange={setSenderId} />
        </Field>
        <DialogFooter>
          <DialogClose>
            <Button variant="outline">Annuleren</Button>
          </DialogClose>
          <Button busy={invite.isPending} busyLabel="Klaarzetten..." onClick={start}>
            Nodig uit
          </Button>
        </DialogFooter>
      </div>
    </FormDialog>
  );
}
