import type { DeletionChoice, HeldDeletions } from "#contract/sync-questions.ts";
import { Button } from "#ui/button/button.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import type { ConfirmQuestion } from "#ui/dialog/confirm-window.tsx";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "#ui/page/collapsible.tsx";
import { useChooseDeletions } from "./airtable.api.ts";
import { Notice, recordsText } from "./sync-run.tsx";

const inWords = new Intl.ListFormat("nl");

const RECREATE_TEXT = (
  <>
    <span className="block">
      Er komen nieuwe records met wat hier staat. Niet terug komen: velden die alleen in Airtable staan, koppelingen met
      andere records, en de opmerkingen en de geschiedenis in Airtable.
    </span>
    <span className="mt-2 block">
      Wil je alles behouden, zet de records dan terug uit de prullenbak van Airtable. Deze vraag verdwijnt daarna
      vanzelf.
    </span>
  </>
);

/** What is asked before a choice about deleted records. `what`: such as "30 leads". */
export const deletionQuestion = (choice: DeletionChoice["choice"], what: string): ConfirmQuestion =>
  choice === "delete"
    ? {
        title: `${what} hier ook verwijderen?`,
        text: "Wat al verstuurd is, blijft bewaard. Berichten in de wachtrij worden geannuleerd.",
        confirmLabel: "Hier ook verwijderen",
        tone: "destructive",
      }
    : { title: `${what} opnieuw aanmaken in Airtable?`, text: RECREATE_TEXT, confirmLabel: "Opnieuw aanmaken" };

const MAX_EXAMPLES = 5;

const AllNames = ({ names, count }: { names: readonly string[]; count: number }) => (
  <Collapsible>
    <CollapsibleTrigger className="text-sm">
      {count > names.length ? `Toon de eerste ${names.length}` : `Toon alle ${count}`}
    </CollapsibleTrigger>
    <CollapsibleContent>
      <ul aria-label="In Airtable verwijderd" className="max-h-60 overflow-y-auto sm:columns-2">
        {names.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several people may have the same name, and the list is never reordered.
          <li key={index} className="break-words">
            {name}
          </li>
        ))}
      </ul>
    </CollapsibleContent>
  </Collapsible>
);

/** Many records that were deleted in Airtable at once, with the choice what happens here. */
export const HeldDeletionNotices = ({ held }: { held: readonly HeldDeletions[] }) =>
  held.map((deletions) => <HeldDeletionNotice key={deletions.table} deletions={deletions} />);

function HeldDeletionNotice({ deletions }: { deletions: HeldDeletions }) {
  const { table, count, total, names } = deletions;
  const choose = useChooseDeletions();
  const confirm = useConfirm();
  const title = `${recordsText(deletions)} ${count === 1 ? "is" : "zijn"} in Airtable verwijderd. Hier ook verwijderen?`;
  const ask = async (choice: DeletionChoice["choice"]) => {
    if (await confirm(deletionQuestion(choice, recordsText(deletions)))) choose.mutate({ table, choice, count });
  };
  return (
    <Notice tone="warning" title={title}>
      {names.length > 0 && (
        <span className="block">
          {count > MAX_EXAMPLES ? "Onder andere " : ""}
          {inWords.format(names.slice(0, MAX_EXAMPLES))}
          {`; de tabel heeft er ${total.toLocaleString("nl-NL")}.`}
        </span>
      )}
      {names.length > MAX_EXAMPLES && <AllNames names={names} count={count} />}
      <span className="block">
        Tot je kiest, blijft alles hier staan en wordt er niets aan verstuurd. Zet je ze terug uit de prullenbak van
        Airtable, dan verdwijnt deze vraag vanzelf.
      </span>
      <span className="mt-2 flex flex-wrap gap-2">
        <Button variant="outline" size="sm" disabled={choose.isPending} onClick={() => void ask("delete")}>
          Hier ook verwijderen
        </Button>
        <Button variant="outline" size="sm" disabled={choose.isPending} onClick={() => void ask("recreate")}>
          Opnieuw aanmaken in Airtable
        </Button>
      </span>
    </Notice>
  );
}
