import { useState } from "react";
import type { Sender } from "#contract/senders.ts";
import { Button } from "#ui/button/button.tsx";
import { DialogClose, DialogFooter } from "#ui/dialog/dialog.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { Field } from "#ui/field/field.tsx";
import { Select } from "#ui/select/select.tsx";
import { useConnectAccount, useUnlinkedAccounts } from "./linkedin.api.ts";

type ConnectDialogProps = { open: boolean; sender: Sender; isAdmin: boolean; onClose: () => void };

export const ConnectDialog = ({ open, sender, isAdmin, onClose }: ConnectDialogProps) => (
  <FormDialog open={open} onClose={onClose} title={`LinkedIn van ${sender.name} verbinden`}>
    <ConnectForm sender={sender} isAdmin={isAdmin} onDone={onClose} />
  </FormDialog>
);

/** The network's terms and what can go wrong, in plain words. */
export const RiskNotice = () => (
  <div className="rounded-md border bg-muted px-3 py-2 text-[0.8125rem] leading-5">
    <p className="font-medium">Lees dit voordat je verbindt</p>
    <ul className="mt-1 flex list-disc flex-col gap-1 pl-5">
      <li>
        LinkedIn verbiedt in zijn voorwaarden het automatisch versturen van berichten en uitnodigingen. LinkedIn kan het
        account tijdelijk of voorgoed beperken. Dat risico draagt je bedrijf.
      </li>
      <li>
        We beperken het risico: alleen op werktijden, met wisselende tussentijden, met weinig uitnodigingen in het begin
        en nooit meer dan de limieten van de afzender. Dat is geen garantie.
      </li>
      <li>
        De verbinding loopt via Unipile. Unipile bewaart de aanmelding en een deel van de gesprekken tot het account
        wordt losgekoppeld. Je wachtwoord komt niet bij ons.
      </li>
      <li>Antwoordt iemand, dan stopt alles wat nog klaarstond. Wat je zelf op LinkedIn typt, zien we ook.</li>
    </ul>
  </div>
);

type ConnectFormProps = { sender: Sender; isAdmin: boolean; onDone: () => void };

function ConnectForm({ sender, isAdmin, onDone }: ConnectFormProps) {
  const connect = useConnectAccount(sender.id);
  const unlinked = useUnlinkedAccounts(isAdmin).data ?? [];
  const [accountId, setAccountId] = useState("");
  const options = [
    { value: "", label: "Een nieuw account verbinden" },
    ...unlinked.map((account) => ({ value: account.accountId, label: account.name })),
  ];
  const start = () =>
    connect.mutate(accountId || undefined, { onSuccess: ({ url }) => (url === null ? onDone() : undefined) });
  return (
    <div className="flex flex-col gap-4">
      <RiskNotice />
      {unlinked.length > 0 && (
        <Field label="Account" hint="Bij Unipile staan accounts die nog bij geen afzender horen.">
          <Select options={options} value={accountId} onValueChange={setAccountId} />
        </Field>
      )}
      <DialogFooter>
        <DialogClose>
          <Button variant="outline">Annuleren</Button>
        </DialogClose>
        <Button busy={connect.isPending} busyLabel="Verbinden..." onClick={start}>
          {accountId ? "Koppelen" : "Verder naar Unipile"}
        </Button>
      </DialogFooter>
    </div>
  );
}
