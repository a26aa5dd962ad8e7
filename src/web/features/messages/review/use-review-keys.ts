import type { RefObject } from "react";
import type { Message } from "#contract/messages.ts";
import { stepFrom } from "#lib/neighbour.ts";
import { useShortcuts } from "#lib/shortcuts.ts";
import type { OnIntent } from "../card/card-intent.ts";
import { focusCard, focusedCard, topCard } from "./card-focus.ts";

type ReviewKeys = {
  messages: readonly Message[];
  onIntent: OnIntent;
  search: RefObject<HTMLInputElement | null>;
};

type KeyWant = "approve" | "reviseAndApprove" | "edit" | "rewrite" | "cancel" | "select";

/** Review without a mouse: from card to card, and what to do with the one that has the focus. */
export function useReviewKeys({ messages, onIntent, search }: ReviewKeys) {
  const ids = messages.map(({ id }) => id);
  const step = (by: 1 | -1) => () => {
    const current = focusedCard();
    // Where one is reading is where one begins.
    focusCard(current === undefined ? topCard(ids) : stepFrom(ids, current, by));
  };
  // Without a card in focus nobody could see what it would be done to: the first key only goes there.
  const withCard = (want: KeyWant) => () => {
    const current = focusedCard();
    const message = messages.find(({ id }) => id === current);
    if (message) onIntent({ want, message });
    else focusCard(topCard(ids));
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
