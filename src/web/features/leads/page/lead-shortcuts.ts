import type { Lead } from "#contract/leads.ts";
import { useShortcuts } from "#lib/browser/shortcuts.ts";
import { adjacentId, isTyping } from "#lib/lists/list-focus.ts";
import type { LeadActions } from "../detail/lead-buttons.tsx";

export type LeadTab = "gesprek" | "gegevens" | "notities" | "tijdlijn" | "meetings" | "rapport";

const GROUP = "Lead";
const NOTE_FIELD = "textarea[aria-label='Nieuwe notitie']";
const ANSWER_FIELD = "[data-answer] textarea";
const EDIT_BUTTON = "section[aria-label=Gegevens] button[aria-label$=' wijzigen']";
const TAG_FIELD = "section[aria-label=Labels] input";

/** The part of the page may still be loading. */
const LONGEST_LOAD_MS = 5_000;

const whenShown = (selector: string, act: (element: HTMLElement) => void): void => {
  const actIfShown = () => {
    const element = document.querySelector<HTMLElement>(`main ${selector}`);
    if (element && !isTyping()) act(element);
    return element !== null;
  };
  if (actIfShown()) return;
  const observer = new MutationObserver(() => actIfShown() && observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), LONGEST_LOAD_MS);
};

const focus = (selector: string): void => whenShown(selector, (element) => element.focus());
const press = (selector: string): void => whenShown(selector, (element) => element.click());

type LeadShortcutsProps = {
  lead: Lead;
  actions: LeadActions;
  /** Those that can be opened, in their order. */
  tabs: readonly LeadTab[];
  shown: LeadTab | undefined;
  onShow: (tab: LeadTab) => void;
  /** Whether the lead can be answered here. */
  mayAnswer: boolean;
};

/** The keys of the page of a lead. */
export function LeadShortcuts({ lead, actions, tabs, shown, onShow, mayAnswer }: LeadShortcutsProps) {
  const move = (step: 1 | -1) => () => {
    const next = shown && tabs.find((tab) => tab === adjacentId(tabs, shown, step));
    if (next) onShow(next);
  };
  /** On a phone the details are a tab. */
  const showDetails = () => {
    if (tabs.includes("gegevens")) onShow("gegevens");
  };
  useShortcuts([
    { label: "Volgend onderdeel", group: GROUP, keys: "j", run: move(1) },
    { label: "Vorig onderdeel", group: GROUP, keys: "k", run: move(-1) },
    {
      label: "Antwoord schrijven",
      group: GROUP,
      keys: "enter",
      isActive: () => mayAnswer && !document.activeElement?.matches("a, button, summary"),
      isListed: () => mayAnswer,
      run: () => {
        onShow("gesprek");
        focus(ANSWER_FIELD);
      },
    },
    {
      label: "Notitie schrijven",
      group: GROUP,
      keys: "n",
      run: () => {
        onShow("notities");
        focus(NOTE_FIELD);
      },
    },
    { label: "Classificatie wijzigen, daarna 1 … 8", group: GROUP, keys: "c", run: () => actions.onClassify(lead) },
    {
      label: "Gegevens wijzigen",
      group: GROUP,
      keys: "e",
      run: () => {
        showDetails();
        press(EDIT_BUTTON);
      },
    },
    {
      label: "Label toevoegen",
      group: GROUP,
      keys: "l",
      run: () => {
        showDetails();
        focus(TAG_FIELD);
      },
    },
    {
      label: "Rapport openen",
      group: GROUP,
      keys: "r",
      isActive: () => lead.hasReport,
      isListed: () => lead.hasReport,
      run: () => actions.onReport(lead),
    },
    { label: "Lead verwijderen", group: GROUP, keys: "delete", run: () => actions.onDelete(lead) },
  ]);
  return null;
}
