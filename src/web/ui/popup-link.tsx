import type { ComponentProps, MouseEvent } from "react";
import { ExternalLink } from "./external-link.tsx";

/** How large the window of a transcript or a report is. */
const FEATURES = "popup,noopener,noreferrer,width=1200,height=800";

const openWindow = (event: MouseEvent<HTMLAnchorElement>) => {
  // Whoever asks for a tab gets one.
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  window.open(event.currentTarget.href, "_blank", FEATURES);
};

/** To something one reads beside the screen: in a window of its own. */
export const PopupLink = (props: ComponentProps<typeof ExternalLink>) => (
  <ExternalLink {...props} onClick={openWindow} />
);
