import type { Lead } from "#contract/leads.ts";
import { useShortcuts } from "#lib/browser/shortcuts.ts";
import { adjacentId } from "#lib/lists/list-focus.ts";
import type { LeadActions } from "../detail/lead-buttons.tsx";

export type LeadTab = "gesprek" | "gegevens" | "notities" | "tijdlijn" | "meetings" | "rapport";

const GROUP = "Lead";
const NOTE_FIELD = "textarea[aria-label='Nieuwe notitie']";
const ANSWER_FIELD = "[data-answer] textarea";
const FACTS = "section[aria-label=Gegevens]";
const EDIT_BUTTON = "button[aria-label$=' wijzigen']";
/** Or the button to load the labels again. */
const TAG_FIELD = "section[aria-label=Labels] :is(input, [role=alert] button)";

/** The part of the page may still be loading. */
const LONGEST_LOAD_MS = 10_000;

/** Takes the focus, so that keys typed before the part appears do not run shortcuts. */
const blockShortcuts = () => {
  const opener = document.activeElement;
  const blocker = document.createElement("div");
  blocker.dataset["blocksShortcuts"] = "";
  blocker.className = "sr-only";
  blocker.tabIndex = -1;
  document.body.append(blocker);
  blocker.focus({ preventScroll: true });
  return {
    blocker,
    /** False once the user has gone elsewhere, such as to a dialog. */
    hasFocus: () => document.activeElement === blocker,
    unblock: () => {
      if (document.activeElement === blocker && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
      blocker.remove();
    },
  };
};

const whenShown = (selector: string, act: (element: HTMLElement) => void): void => {
  const find = () => document.querySelector<HTMLElement>(`main ${selector}`);
  const shown = find();
  if (shown) {
    act(shown);
    return;
  }
  const { blocker, hasFocus, unblock } = blockShortcuts();
  const stop = () => {
    observer.disconnect();
    clearTimeout(timeout);
    unblock();
  };
  const stopLater = () => {
    clearTimeout(timeout);
    timeout = setTimeout(stop, LONGEST_LOAD_MS);
  };
  // For as long as somebody types.
  blocker.addEventListener("keydown", ({ key }) => (key === "Escape" || key === "Tab" ? stop() : stopLater()));
  const observer = new MutationObserver(() => {
    const element = find();
    if (element && hasFocus()) act(element);
    if (element || !hasFocus()) stop();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  let timeout = setTimeout(stop, LONGEST_LOAD_MS);
};

const findTab = (tab: LeadTab) => document.querySelector<HTMLElement>(`main [role=tab][id$="-trigger-${tab}"]`);

const focus = (selector: string): void => whenShown(selector, (element) => element.focus());

/** Where no field can be edited here, each says where it can. */
const editFirstFact = (): void =>
  whenShown(FACTS, (facts) => {
    facts.scrollIntoView({ block: "nearest" });
    facts.querySelector<HTMLElement>(EDIT_BUTTON)?.click();
  });

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
  const show = (tab: LeadTab) => {
    onShow(tab);
    // A focused tab selects itself, also when a closing dialog returns the focus to it: move the focus along.
    if (document.activeElement?.role === "tab") findTab(tab)?.focus();
  };
  const move = (step: 1 | -1) => () => {
    const next = shown && tabs.find((tab) => tab === adjacentId(tabs, shown, step));
    if (next) show(next);
  };
  /** On a phone the details are a tab. */
  const showDetails = () => {
    if (tabs.includes("gegevens")) show("gegevens");
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
        show("gesprek");
        focus(ANSWER_FIELD);
      },
    },
    {
      label: "Notitie schrijven",
      group: GROUP,
      keys: "n",
      run: () => {
        show("notities");
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
        editFirstFact();
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
