/** Holds the keyboard until a dialog is there: what people type into it must not be taken for shortcuts. */
export const KeyboardHold = () => <div data-holds-keys tabIndex={-1} ref={borrowFocus} className="sr-only" />;

/** The dialog must find the focus where it was, or it could not give it back there. */
function borrowFocus(element: HTMLElement | null) {
  const opener = document.activeElement;
  element?.focus({ preventScroll: true });
  return () => {
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
}
