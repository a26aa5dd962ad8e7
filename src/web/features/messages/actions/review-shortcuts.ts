import { type RefObject, useEffect } from "react";
import type { Message } from "#contract/messages.ts";
import { type Shortcut, useShortcuts } from "#lib/browser/shortcuts.ts";
import { adjacentId } from "#lib/lists/list-focus.ts";
import type { OnCardCommand } from "../card/card-command.ts";
import { currentCardId, focusCard, focusClaim, topVisibleCardId, watchFocusedCard } from "../card/card-focus.ts";

type ReviewShortcutOptions = {
  messages: readonly Message[];
  /** The message of the middle pane; undefined where all cards are shown. */
  current: Message | undefined;
  /** The place in the list that it had, or has. */
  place: number;
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

type ShortcutHandlers = {
  step: (direction: 1 | -1) => () => void;
  withCard: (kind: ShortcutCommand) => () => void;
  stepClaim: (direction: 1 | -1) => () => void;
  hasDrafts: () => boolean;
  focusSearch: () => void;
};

const listShortcuts = ({
  step,
  withCard,
  stepClaim,
  hasDrafts,
  focusSearch,
}: ShortcutHandlers): Omit<Shortcut, "group">[] => [
  { label: "Volgend bericht", keys: "j", run: step(1) },
  { label: "Vorig bericht", keys: "k", run: step(-1) },
  { label: "Goedkeuren", keys: "a", run: withCard("approve") },
  { label: "Bewerken en goedkeuren", keys: "shift+a", run: withCard("reviseAndApprove") },
  { label: "Bewerken", keys: "e", run: withCard("edit") },
  {
    label: "Openen",
    keys: "enter",
    // On a button or link of the card, Enter presses that.
    isActive: () => document.activeElement?.matches("[data-message-card]") ?? false,
    run: withCard("edit"),
  },
  { label: "Herschrijven", keys: "h", run: withCard("rewrite") },
  { label: "Annuleren", keys: "x", run: withCard("cancel") },
  { label: "Classificatie wijzigen", keys: "c", run: withCard("classify") },
  { label: "Rapport openen", keys: "r", run: withCard("report") },
  { label: "Uitstellen", keys: "u", run: withCard("snooze") },
  { label: "Toewijzen aan een collega", keys: "t", run: withCard("assign") },
  { label: "Notities", keys: "n", run: withCard("notes") },
  { label: "Selecteren", keys: "s", run: withCard("select") },
  { label: "Selecteren tot en met deze", keys: "shift+s", run: withCard("selectRange") },
  { label: "Bron van de volgende zin", keys: "f", isListed: hasDrafts, run: stepClaim(1) },
  { label: "Bron van de vorige zin", keys: "shift+f", isListed: hasDrafts, run: stepClaim(-1) },
  { label: "Zoeken", keys: "/", run: focusSearch },
];

/** Keyboard shortcuts for reviewing: move between cards, and act on the focused card. */
export function useReviewShortcuts({
  messages,
  current: shown,
  place,
  onMove,
  onCommand,
  search,
}: ReviewShortcutOptions) {
  useEffect(watchFocusedCard, []);
  const ids = messages.map(({ id }) => id);
  /** From a message that has left the list to the one that took its place. */
  const nextOf = (id: string, direction: 1 | -1) =>
    ids.includes(id) ? adjacentId(ids, id, direction) : (ids[place] ?? ids.at(-1));
  const step = (direction: 1 | -1) => () => {
    const current = shown?.id ?? currentCardId();
    // Without a focused card, start at the first visible one.
    const next = current === undefined ? topVisibleCardId(ids) : nextOf(current, direction);
    // Nothing is left beside a message that has left the list.
    if (next === undefined && shown && !ids.includes(shown.id)) onMove(undefined);
    else if (next !== undefined && !focusCard(next)) onMove(next);
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
  const shortcuts = listShortcuts({ step, withCard, stepClaim, hasDrafts, focusSearch: () => search.current?.focus() });
  useShortcuts(shortcuts.map((shortcut) => ({ ...shortcut, group: "Berichten beoordelen" })));
}
