import { useShortcuts } from "../browser/shortcuts.ts";

const ITEM = "[data-list-item]";

const listItems = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(`main ${ITEM}`)];

const focusedItem = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>(ITEM) ?? null;

/** The order of virtual rows in the document is not the order on the screen. */
const topOf = (item: HTMLElement): number => item.getBoundingClientRect().top;

const moveFocus = (step: 1 | -1) => {
  const items = listItems().toSorted((one, other) => topOf(one) - topOf(other));
  const current = focusedItem();
  const header = document.querySelector("main > header")?.getBoundingClientRect().bottom ?? 0;
  const firstVisible = items.find((item) => item.getBoundingClientRect().bottom > header);
  const next = current ? items[items.indexOf(current) + step] : firstVisible;
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
};

const findInFocusedItem = (...selectors: string[]): HTMLElement | null | undefined => {
  const item = focusedItem();
  return selectors.map((selector) => item?.querySelector<HTMLElement>(selector)).find((control) => control);
};

/** Presses a control of the focused row or card: the first of these selectors that finds one. */
export const pressInFocusedItem = (...selectors: string[]): void => findInFocusedItem(...selectors)?.click();

const press =
  (...selectors: string[]) =>
  () =>
    pressInFocusedItem(...selectors);

const GROUP = "Lijst";
/** The checkbox that selects the row: a row may have others, such as those of its tasks. */
const ROW_CHECKBOX = "[data-selects-range]";
const CLASS_BUTTON = "[data-key=c]";
/** It asks for a confirmation. */
const DELETE_BUTTON = "[data-key=delete]";

const hasControl = (selector: string) => () => listItems().some((item) => item.querySelector(selector) !== null);

/** Menus in the header of the screen. */
const MENUS = [
  { label: "Weergaven", keys: "w" },
  { label: "Kolommen kiezen", keys: "shift+k" },
];

/** Some are hidden on a phone. */
const findMenu = (keys: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`main > header [data-key="${keys}"]`)].find((menu) =>
    menu.checkVisibility(),
  );

/** A menu opens by a key press, and not by `click()`. */
const openMenu = (keys: string): void => {
  const trigger = findMenu(keys);
  trigger?.focus();
  if (trigger?.ariaHasPopup === "dialog") trigger.click();
  else trigger?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
};

/** Keys of every list: its rows or cards have `data-list-item` and can be focused. A screen may give a key another meaning. */
export function ListShortcuts() {
  const shortcuts = [
    { label: "Volgende", group: GROUP, keys: "j", run: () => moveFocus(1) },
    { label: "Vorige", group: GROUP, keys: "k", run: () => moveFocus(-1) },
    {
      label: "Openen",
      group: GROUP,
      keys: "enter",
      // On a button, and on anything inside the item, Enter does what it does everywhere.
      isActive: () => document.activeElement?.matches(`${ITEM}:not(a, button)`) ?? false,
      run: press("[data-key=enter]", `a[href], button:not(${DELETE_BUTTON})`),
    },
    { label: "Selecteren", group: GROUP, keys: "x", isListed: hasControl(ROW_CHECKBOX), run: press(ROW_CHECKBOX) },
    {
      label: "Selecteren tot en met deze",
      group: GROUP,
      keys: "shift+x",
      isListed: hasControl(ROW_CHECKBOX),
      run: () =>
        findInFocusedItem(ROW_CHECKBOX)?.dispatchEvent(new MouseEvent("click", { bubbles: true, shiftKey: true })),
    },
    {
      label: "Classificatie wijzigen",
      group: GROUP,
      keys: "c",
      isListed: hasControl(CLASS_BUTTON),
      run: press(CLASS_BUTTON),
    },
    {
      label: "Verwijderen of intrekken",
      group: GROUP,
      keys: "delete",
      isListed: hasControl(DELETE_BUTTON),
      run: press(DELETE_BUTTON),
    },
    ...MENUS.map(({ label, keys }) => ({
      label,
      group: GROUP,
      keys,
      isActive: () => findMenu(keys) !== undefined,
      isListed: () => findMenu(keys) !== undefined,
      run: () => openMenu(keys),
    })),
  ];
  useShortcuts(shortcuts, { isFallback: true });
  return null;
}
