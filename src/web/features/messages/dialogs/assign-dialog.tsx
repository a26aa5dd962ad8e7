import { useEffect, useRef } from "react";
import type { Message } from "#contract/messages.ts";
import { useColleagues } from "#lib/api/colleagues.ts";
import { displayName } from "#lib/labels/person.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { useCurrentUser } from "#lib/session/session.ts";
import { ChoiceDialog } from "#ui/dialog/choice-dialog.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import type { SingleMessageAction } from "../actions/message-action.ts";

const NOBODY = "nobody";

type AssignDialogProps = {
  open: boolean;
  message: Message;
  onClose: () => void;
  onAssign: (action: SingleMessageAction) => void;
};

/** The user first: most messages are taken, not given away. */
export function AssignDialog({ open, message, onClose, onAssign }: AssignDialogProps) {
  const user = useCurrentUser();
  const colleagues = useColleagues(user.companyId ?? "");
  const isLoaded = colleagues.data !== undefined;
  const content = useRef<HTMLDivElement>(null);
  // The dialog opened without choices: now the keys are for them.
  useEffect(() => {
    if (isLoaded) content.current?.parentElement?.querySelector<HTMLElement>("ul button")?.focus();
  }, [isLoaded]);
  const people = (colleagues.data ?? [])
    .filter(({ isActive }) => isActive)
    .map((colleague) => ({ id: colleague.id, name: displayName(colleague) }))
    .toSorted((one, other) => Number(other.id === user.id) - Number(one.id === user.id));
  const choices = [
    ...people.map(({ id, name }) => ({ value: id, label: name, ...(id === user.id ? { hint: "Dat ben jij" } : {}) })),
    // Not alone: its digit would be that of the user.
    ...(isLoaded ? [{ value: NOBODY, label: "Niemand", outline: true }] : []),
  ];
  return (
    <ChoiceDialog
      open={open}
      onClose={onClose}
      title="Toewijzen aan een collega"
      description={message.contactName}
      choices={choices}
      value={message.assignedTo?.id ?? NOBODY}
      onChoose={(id) => {
        onClose();
        onAssign({ kind: "assign", message, colleague: people.find((person) => person.id === id) ?? null });
      }}
    >
      <div ref={content}>
        <QueryStates
          query={colleagues}
          errorTitle="De collega's konden niet worden geladen"
          skeleton={<LinesSkeleton />}
        >
          {() => null}
        </QueryStates>
      </div>
    </ChoiceDialog>
  );
}
