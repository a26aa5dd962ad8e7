import { Check, X } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { useConfirm } from "#ui/confirm.tsx";
import type { Deed } from "../deeds/deed.ts";
import { counted } from "../deeds/deed-texts.ts";

type SelectionBarProps = {
  ids: readonly string[];
  onSelectAll: () => void;
  onClear: () => void;
  perform: (deed: Deed) => Promise<boolean>;
};

/** What can be done to several cards at once. */
export function SelectionBar({ ids, onSelectAll, onClear, perform }: SelectionBarProps) {
  const confirm = useConfirm();
  const approve = async () => {
    const agreed = await confirm({
      title: `${counted(ids.length)} goedkeuren?`,
      text: "Ze gaan uit op hun verzenddatum.",
      confirmLabel: `${counted(ids.length)} goedkeuren`,
    });
    if (agreed) act({ kind: "approveAll", ids });
  };
  const cancel = async () => {
    const agreed = await confirm({
      title: `${counted(ids.length)} annuleren?`,
      text: "Ze verdwijnen uit het overzicht en worden niet verstuurd.",
      confirmLabel: `${counted(ids.length)} annuleren`,
      cancelLabel: "Terug",
      tone: "destructive",
    });
    if (agreed) act({ kind: "cancelAll", ids });
  };
  const act = (deed: Deed) => {
    onClear();
    void perform(deed);
  };
  return (
    <div role="toolbar" aria-label="Selectie" className="flex flex-wrap items-center gap-2">
      <p role="status" className="mr-auto font-medium tabular-nums">
        {counted(ids.length)} geselecteerd
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
