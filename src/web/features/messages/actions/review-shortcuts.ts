import { type RefObject, useEffect } from "react";
import type { Message } from "#contract/messages.ts";
import { useShortcuts } from "#lib/browser/shortcuts.ts";
import { adjacentId } from "#lib/lists/list-focus.ts";
import type { OnCardCommand } from "../card/card-command.ts";
import { currentCardId, focusCard, focusClaim, topVisibleCardId, watchFocusedCard } from "../card/card-focus.ts";

type ReviewShortcutOptions = {
  messages: readonly Message[];
  /** The message of the middle pane; undefined where all cards are shown. */
  current: Message | undefined;
  onMove: (id: string | undefined) => void;
  onCommand: OnCardCommand;
  search: RefObject<HTMLInputElement | null>;
};

type ShortcutCommand =
  | "approve"
  | "reviseAndApprove"
  | "edit"
  | "rewrite"
  | "cancel"
  | "select"
  | "selectRange"
  | "classify"
  | "report"
  | "snooze"
  | "assign"
  | "notes";

/** Keyboard shortcuts for reviewing: move between cards, and act on the focused card. */
export function useReviewShortcuts({ messages, current: shown, onMove, onCommand, search }: ReviewShortcutOptions) {
  useEffect(watchFocusedCard, []);
  const ids = messages.map(({ id }) => id);
  const step = (direction: 1 | -1) => () => {
    const current = shown?.id ?? currentCardId();
    // Without a focused card, start at the first visible one.
    const next = current === undefined ? topVisibleCardId(ids) : adjacentId(ids, current, direction);
    if (next !== undefined && !focusCard(next)) onMove(next);
  };
  // Without a focused card the user cannot see what the key would act on, so the first key press only focuses a card.
  const withCard = (kind: ShortcutCommand) => () => {
    const current = shown?.id ?? currentCardId();
    const message = messages.find(({ id }) => id === current);
    if (message) onCommand({ kind, message });
    else focusCard(topVisibleCardId(ids));
  };
  const hasDrafts = () => messages.some(({ draft }) => draft !== null);
  const stepClaim = (direction: 1 | -1) => () =>
    focusClaim(shown?.id ?? currentCardId() ?? topVisibleCardId(ids), direction);
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
    {
      label: "Openen",
      group: "Berichten beoordelen",
      keys: "enter",
      // On a button or link of the card, Enter presses that.
      isActive: () => document.activeElement?.matches("[data-message-card]") ?? false,
      run: withCard("edit"),
    },
    { label: "Herschrijven", group: "Berichten beoordelen", keys: "h", run: withCard("rewrite") },
    { label: "Annuleren", group: "Berichten beoordelen", keys: "x", run: withCard("cancel") },
    { label: "Classificatie wijzigen", group: "Berichten beoordelen", keys: "c", run: withCard("classify") },
    { label: "Rapport openen", group: "Berichten beoordelen", keys: "r", run: withCard("report") },
    { label: "Uitstellen", group: "Berichten beoordelen", keys: "u", run: withCard("snooze") },
    { label: "Toewijzen aan een collega", group: "Berichten beoordelen", keys: "t", run: withCard("assign") },
    { label: "Notities", group: "Berichten beoordelen", keys: "n", run: withCard("notes") },
    { label: "Selecteren", group: "Berichten beoordelen", keys: "s", run: withCard("select") },
    {
      label: "Selecteren tot en met deze",
      group: "Berichten beoordelen",
      keys: "shift+s",
      run: withCard("selectRange"),
    },
    {
      label: "Feit onder de volgende zin",
      group: "Berichten beoordelen",
      keys: "f",
      isListed: hasDrafts,
      run: stepClaim(1),
    },
    {
      label: "Feit onder de vorige zin",
      group: "Berichten beoordelen",
      keys: "shift+f",
      isListed: hasDrafts,
      run: stepClaim(-1),
    },
    { label: "Zoeken", group: "Berichten beoordelen", keys: "/", run: () => search.current?.focus() },
  ]);
}
