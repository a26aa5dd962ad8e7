import { Check, X } from "lucide-react";
import { useState } from "react";
import { isOpen } from "#contract/message-status.ts";
import type { Message } from "#contract/messages.ts";
import { Button } from "#ui/button/button.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { countMessages } from "./action-toasts.ts";
import type { MessageAction } from "./message-action.ts";

type SelectionBarProps = {
  ids: readonly string[];
  onSelectAll: () => void;
  onClear: () => void;
  perform: (deed: MessageAction) => Promise<boolean>;
};

/** What can be done to several cards at once. */
export function SelectionBar({ ids, onSelectAll, onClear, perform }: SelectionBarProps) {
  const confirm = useConfirm();
  const approve = async () => {
    const agreed = await confirm({
      title: `${countMessages(ids.length)} goedkeuren?`,
      text: "Ze gaan uit op hun verzenddatum.",
      confirmLabel: `${countMessages(ids.length)} goedkeuren`,
    });
    if (agreed) act({ kind: "approveAll", ids });
  };
  const cancel = async () => {
    const agreed = await confirm({
      title: `${countMessages(ids.length)} annuleren?`,
      text: "Ze verdwijnen uit het overzicht en worden niet verstuurd.",
      confirmLabel: `${countMessages(ids.length)} annuleren`,
      cancelLabel: "Terug",
      tone: "destructive",
    });
    if (agreed) act({ kind: "cancelAll", ids });
  };
  const act = (deed: MessageAction) => {
    onClear();
    void perform(deed);
  };
  return (
    <div role="toolbar" aria-label="Selectie" className="flex flex-wrap items-center gap-2">
      <p role="status" className="mr-auto font-medium tabular-nums">
        {countMessages(ids.length)} geselecteerd
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

/** Which cards are ticked. One that has been dealt with meanwhile no longer counts. */
export function useSelection(messages: readonly Message[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const selected = messages.filter(({ id, status }) => ticked.has(id) && isOpen(status)).map(({ id }) => id);
  const toggle = (id: string) => {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    setTicked(next);
  };
  return {
    selected,
    isSelected: (id: string) => selected.includes(id),
    toggle,
    selectAll: () => setTicked(new Set(messages.filter(({ status }) => isOpen(status)).map(({ id }) => id))),
    clear: () => setTicked(new Set()),
  };
}
