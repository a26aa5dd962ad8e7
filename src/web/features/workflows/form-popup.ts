const FEATURES = "popup,width=600,height=700";
const LOOK_EVERY_MS = 1_000;

/** Opens the form of a workflow in a window of its own; nothing when the browser does not let us. */
export const openForm = (address: string, name: string): Window | null => {
  const popup = window.open(address, name, FEATURES);
  // Somebody else's page has no business with ours.
  if (popup) popup.opener = null;
  return popup;
};

/** A window of another site tells nobody that it closes: we look. Returns what stops the looking. */
export const whenClosed = (popup: Pick<Window, "closed">, then: () => void): (() => void) => {
  const timer = setInterval(() => {
    if (!popup.closed) return;
    clearInterval(timer);
    then();
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
};
