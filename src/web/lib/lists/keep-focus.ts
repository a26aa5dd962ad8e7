const CONTROLS = "a[href], button:not(:disabled), input:not(:disabled), textarea";

const controlsOf = (item: Element): HTMLElement[] => [...item.querySelectorAll<HTMLElement>(CONTROLS)];

/**
 * Ref of the element around a list, with `tabIndex={-1}`. When the control with the focus of the keyboard disappears, as that of a task
 * that is done, the browser would drop the focus. Here the same control of the item in its place gets it; without items the first control in the
 * element, or the element itself.
 */
export function keepFocus(element: HTMLElement | null) {
  if (!element) return;
  const items = () => [...element.querySelectorAll("li")];
  let last: { control: Element; itemIndex: number; controlIndex: number } | undefined;
  const remember = ({ target }: FocusEvent) => {
    // Without a ring nobody would see what the next key changes.
    const item = target instanceof HTMLElement && target.matches(":focus-visible") ? target.closest("li") : null;
    last = item
      ? {
          control: target as HTMLElement,
          itemIndex: items().indexOf(item),
          controlIndex: controlsOf(item).indexOf(target as HTMLElement),
        }
      : undefined;
  };
  const restore = () => {
    // Dropped to the page, or by a dialog to itself.
    if (!last || last.control.isConnected || !document.activeElement?.contains(element)) return;
    const item = items()[last.itemIndex] ?? items().at(-1);
    const controls = item ? controlsOf(item) : [];
    (controls[last.controlIndex] ?? controlsOf(item ?? element)[0] ?? element).focus({ preventScroll: true });
  };
  const observer = new MutationObserver(restore);
  observer.observe(element, { childList: true, subtree: true });
  element.addEventListener("focusin", remember);
  return () => {
    observer.disconnect();
    element.removeEventListener("focusin", remember);
  };
}

/** A form whose field is empty once it was saved disables its button, which would drop the focus of a keyboard user. */
export const focusAfterSaving = (field: HTMLInputElement | HTMLTextAreaElement | null): void => {
  const { activeElement } = document;
  if (field?.form?.contains(activeElement) && activeElement?.matches("button:focus-visible")) field.focus();
};
