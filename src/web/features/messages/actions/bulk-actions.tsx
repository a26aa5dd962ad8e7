import { Check, X } from "lucide-react";
import type { Message } from "#contract/messages.ts";
import { unwelcomeReason } from "#contract/refusal.ts";
import { formatMessageCount } from "#lib/labels/refusals.ts";
import { Button } from "#ui/button/button.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { placeholderWarning } from "./approval-warnings.ts";
import type { MessageAction } from "./message-action.ts";

type SelectionBarProps = {
  ids: readonly string[];
  messages: readonly Message[];
  onSelectAll: () => void;
  onClear: () => void;
  perform: (action: MessageAction) => Promise<boolean>;
};

/** Names the leads who seem to have refused; empty when there are none. */
const unwelcomeText = (messages: readonly Message[]): string => {
  const names = messages.filter(unwelcomeReason).map(({ contactName }) => contactName);
  if (names.length === 0) return "";
  const verb = names.length === 1 ? "lijkt" : "lijken";
  return `Let op: ${new Intl.ListFormat("nl").format(names)} ${verb} geen bericht meer te willen.`;
};

/**
 * A bulk approval also queues messages that are approved and not in the queue: by Airtable, or here before the channel was switched.
 * Empty when none is selected.
 */
const queueingText = (messages: readonly Message[]): string => {
  const count = messages.filter(({ notQueued }) => notQueued === "to_queue").length;
  if (count === 0) return "";
  if (messages.length === 1) return "Het is al eerder goedgekeurd en komt nu in de wachtrij.";
  return count === 1
    ? "1 daarvan is al eerder goedgekeurd en komt nu in de wachtrij."
    : `${count} daarvan zijn al eerder goedgekeurd en komen nu in de wachtrij.`;
};

export function SelectionBar({ ids, messages, onSelectAll, onClear, perform }: SelectionBarProps) {
  const confirm = useConfirm();
  const approve = async () => {
    const selected = messages.filter(({ id }) => ids.includes(id));
    // Of the texts that are on the screen now: one that changes before the confirmation is not approved.
    const contentVersions = Object.fromEntries(selected.map(({ id, contentVersion }) => [id, contentVersion]));
    const warnings = [queueingText(selected), unwelcomeText(selected), placeholderWarning(selected)].filter(Boolean);
    const confirmed = await confirm({
      title: `${formatMessageCount(ids.length)} goedkeuren?`,
      text: [
        `${ids.length === 1 ? "Het gaat uit op zijn verzenddatum" : "Ze gaan uit op hun verzenddatum"}; is die voorbij, dan op het eerstvolgende moment.`,
        ...warnings,
      ].join(" "),
      confirmLabel: `${formatMessageCount(ids.length)} goedkeuren`,
    });
    if (confirmed) performAndClear({ kind: "approveSelected", ids, contentVersions });
  };
  const cancel = async () => {
    const confirmed = await confirm({
      title: `${formatMessageCount(ids.length)} annuleren?`,
      text: "Ze verdwijnen uit het overzicht en worden niet verstuurd.",
      confirmLabel: `${formatMessageCount(ids.length)} annuleren`,
      cancelLabel: "Terug",
      tone: "destructive",
    });
    if (confirmed) performAndClear({ kind: "cancelSelected", ids });
  };
  const performAndClear = (action: MessageAction) => {
    onClear();
    void perform(action);
  };
  return (
    <div role="toolbar" aria-label="Selectie" className="flex flex-wrap items-center gap-2">
      <p role="status" className="mr-auto font-medium tabular-nums">
        {formatMessageCount(ids.length)} geselecteerd
      </p>
      <Button variant="ghost" size="sm" onClick={onSelectAll}>
        Selecteer alles
      </Button>
      <Button variant="ghost" size="sm" onClick={onClear}>
        Wis selectie
      </Button>
      <Button size="sm" onClick={approve}>
        <Check />
        Goedkeuren
      </Button>
      <Button variant="outline" size="sm" className="text-danger" onClick={cancel}>
        <X />
        Annuleren
      </Button>
    </div>
  );
}
