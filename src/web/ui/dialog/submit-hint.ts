import type { CSSProperties } from "react";

const MAC = typeof navigator !== "undefined" && /mac|iphone|ipad/i.test(navigator.userAgent);

/** Shows the keys of the main button on it. */
export const submitHint = {
  className: "submit-hint",
  style: { "--submit-keys": MAC ? "'⌘ ↵'" : "'Ctrl ↵'" } as CSSProperties,
};
