import { Button } from "#ui/button/button.tsx";
import type { KeptDraftChoice } from "./use-draft.ts";

/** Says that an unsaved text of an earlier page is back, or offers it when the stored text has changed since. */
export function KeptDraftNotice({ kept: { state, restore, discard } }: { kept: KeptDraftChoice }) {
  if (!state) return null;
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 text-muted-foreground text-xs">
      {state === "restored"
        ? "Je eerdere tekst is teruggezet."
        : "Je hebt hier eerder iets getypt. Daarna is de tekst gewijzigd."}
      {state === "offered" && (
        <Button variant="link" size="sm" onClick={restore}>
          Mijn tekst terugzetten
        </Button>
      )}
      <Button variant="link" size="sm" onClick={discard}>
        Weggooien
      </Button>
    </p>
  );
}
