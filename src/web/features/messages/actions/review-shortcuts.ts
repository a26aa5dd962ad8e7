import type { RefObject } from "react";
import type { Message } from "#contract/messages.ts";
import { useShortcuts } from "#lib/browser/shortcuts.ts";
import { adjacentId } from "#lib/lists/list-focus.ts";
import type { OnCardCommand } from "../card/card-actions.tsx";
import { focusCard, focusedCardId, topVisibleCardId } from "../card/card-focus.ts";

type ReviewShortcutOptions = {
  messages: readonly Message[];
  onCommand: OnCardCommand;
  search: RefObject<HTMLInputElement | null>;
};

type ShortcutCommand = "approve" | "reviseAndApprove" | "edit" | "rewrite" | "cancel" | "select";

/** Keyboard shortcuts for reviewing: move between cards, and act on the focused card. */
export function useReviewShortcuts({ messages, onCommand, search }: ReviewShortcutOptions) {
  const ids = messages.map(({ id }) => id);
  const step = (by: 1 | -1) => () => {
    const current = focusedCardId();
    // Without a focused card, start at the first visible one.
    focusCard(current === undefined ? topVisibleCardId(ids) : adjacentId(ids, current, by));
  };
  // Without a focused card the user cannot see what the key would act on, so the first key press only focuses a card.
  const withCard = (kind: ShortcutCommand) => () => {
    const current = focusedCardId();
    const message = messages.find(({ id }) => id === current);
    if (message) onCommand({ kind, message });
    else focusCard(topVisibleCardId(ids));
  };
  useShortcuts([
    { label: "Volgend bericht", group: "Berichten beoordelen", keys: "j", run: step(1) },
    { label: "Vorig bericht", group: "Berichten beoordelen", keys: "k", run: step(-1) },
    { label: "Goedkeuren", group: "Berichten beoordelen", keys: "a", run: withCard("approve") },
    {
      label: "Bewerken en goedkeuren",
      group: "Berichten beoordelen",
      keys: "shift+a",
      run: withCard("reviseAndApprove"),
    },
    { label: "Bewerken", group: "Berichten beoordelen", keys: "e", run: withCard("edit") },
    { label: "Herschrijven", group: "Berichten beoordelen", keys: "h", run: withCard("rewrite") },
    { label: "Annuleren", group: "Berichten beoordelen", keys: "x", run: withCard("cancel") },
    { label: "Selecteren", group: "Berichten beoordelen", keys: "s", run: withCard("select") },
    { label: "Zoeken", group: "Berichten beoordelen", keys: "/", run: () => search.current?.focus() },
  ]);
}
