import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type InvitationRequest, type InvitationResult, invitationQueueRoutes } from "#contract/invitation-queue.ts";
import { Button } from "#ui/button/button.tsx";
import { DialogClose, DialogFooter } from "#ui/dialog/dialog.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { Field } from "#ui/field/field.tsx";
import { Select } from "#ui/select/select.tsx";
import { call } from "../api/api.ts";
import { refreshQueries } from "../api/company-events.ts";
import { useSenders } from "../api/senders.ts";
import { showError } from "../api/show-error.ts";
import { useUndoableMutation } from "../api/undo.tsx";
import { formatLeadCount } from "../labels/person.ts";
import { useCurrentUser } from "../session/session.ts";

const SKIP_TEXTS: Record<InvitationResult["skipped"][number]["reason"], string> = {
  deleted: "intussen verwijderd",
  unwelcome: "niet te benaderen",
  no_profile: "zonder LinkedIn-profiel",
  no_sender: "zonder accountmanager",
  relation: "al een relatie",
  on_hold: "staat in de wacht bij Uitnodigingen",
  invited: "al uitgenodigd",
};

const describeResult = ({ queued, skipped }: InvitationResult): string => {
  if (queued === 0 && skipped.length === 0) return "Er is geen lead met deze rating die nog niet is uitgenodigd.";
  const rest = skipped.map(({ reason, count }) => ` ${formatLeadCount(count)} overgeslagen: ${SKIP_TEXTS[reason]}.`);
  return `${queued > 0 ? `${formatLeadCount(queued)} in de wachtrij.` : ""}${rest.join("")}`.trim();
};

/** Adds LinkedIn invitations to our queue. */
function useInviteLeads() {
  const client = useQueryClient();
  return useUndoableMutation({
    mutationFn: (body: InvitationRequest) => call(invitationQueueRoutes.invite, { body }),
    onSuccess: (result) => {
      const title = result.queued > 0 ? "Uitnodigingen klaargezet" : "Geen uitnodiging klaargezet";
      showToast({ title, description: describeResult(result) });
      void refreshQueries(client, [["invitations"], ["senders"]]);
    },
    onError: (error) => showError(error, "Kon de uitnodigingen niet klaarzetten. Probeer het opnieuw."),
  });
}

const LEAD_MANAGER = "lead";
const RATINGS = ["9", "8", "7", "6", "5", "0"].map((value) => ({
  value,
  label: value === "0" ? "Alle leads met een rating" : `${value} of hoger`,
}));
const LIMITS = ["5", "10", "25", "50", "100"].map((value) => ({ value, label: `Hooguit ${value}` }));

type InviteDialogProps = {
  /** Without them, the best rated leads who were never invited. */
  ids?: readonly string[];
  onClose: () => void;
  onDone?: () => void;
};

/** In whose name is invited: first the user's own sender, if its account works. */
function useSenderChoice() {
  const query = useSenders();
  const senders = query.data?.filter(({ account }) => account !== null);
  const { id: userId } = useCurrentUser();
  const [choice, setSender] = useState<string>();
  const ownSender = senders?.find((sender) => sender.userId === userId && sender.account?.status === "ok");
  // Without the senders nothing is proposed: the leads would be invited in the names of colleagues.
  const chosen = choice ?? (senders && (ownSender?.id ?? LEAD_MANAGER));
  const options = [
    { value: LEAD_MANAGER, label: "De accountmanager van elke lead" },
    ...(senders ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return {
    chosen,
    setSender,
    options,
    isLoading: chosen === undefined && query.isPending,
    hasNoAccounts: senders?.length === 0,
    hasFailed: !senders && !query.isPending,
  };
}

/** Lets the user choose a sender, and adds the leads to the invitation queue of that sender. */
export function InviteDialog({ ids, onClose, onDone }: InviteDialogProps) {
  const { chosen, setSender, options, isLoading, hasNoAccounts, hasFailed } = useSenderChoice();
  const [minRating, setRating] = useState("7");
  const [limit, setLimit] = useState("10");
  const invite = useInviteLeads();
  const start = () => {
    const senderId = chosen === LEAD_MANAGER ? {} : { senderId: chosen };
    const leads = ids ? { leadIds: [...ids] } : { minRating: Number(minRating), limit: Number(limit) };
    invite.mutate(
      { ...leads, ...senderId },
      {
        onSuccess: () => {
          onClose();
          onDone?.();
        },
      },
    );
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={ids ? `${formatLeadCount(ids.length)} uitnodigen op LinkedIn` : "Leads uitnodigen op rating"}
      description="De uitnodigingen gaan weg op de werktijden en binnen de limieten van de afzender, zonder tekst."
    >
      <div className="flex flex-col gap-4">
        {!ids && (
          <>
            <Field label="Rating van de lead" hint="De best beoordeelde leads die nooit zijn uitgenodigd komen eerst.">
              <Select options={RATINGS} value={minRating} onValueChange={setRating} />
            </Field>
            <Field label="Aantal">
              <Select options={LIMITS} value={limit} onValueChange={setLimit} />
            </Field>
          </>
        )}
        <Field
          label="Namens"
          hint={hasNoAccounts && "Nog niemand heeft een LinkedIn-account verbonden: ze wachten tot dat is gebeurd."}
          error={hasFailed && "De afzenders konden niet worden geladen."}
        >
          <Select
            options={options}
            value={chosen}
            onValueChange={setSender}
            placeholder={isLoading ? "Laden..." : "Kies..."}
          />
        </Field>
        <DialogFooter>
          <DialogClose>
            <Button variant="outline">Annuleren</Button>
          </DialogClose>
          <Button
            data-main-action
            busy={invite.isPending || isLoading}
            busyLabel={invite.isPending && "Klaarzetten..."}
            disabled={chosen === undefined && !isLoading}
            onClick={start}
          >
            Nodig uit
          </Button>
        </DialogFooter>
      </div>
    </FormDialog>
  );
}
