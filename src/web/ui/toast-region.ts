type OutsideEvent = { target: EventTarget | null; preventDefault: () => void };

/** A toast floats above an open dialog: touching it does not close the dialog underneath. */
export function keepOpenForToasts(event: OutsideEvent) {
  if (event.target instanceof Element && event.target.closest("[data-toast-region]")) event.preventDefault();
}
