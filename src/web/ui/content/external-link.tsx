import type { ComponentProps, MouseEvent } from "react";
import { cn } from "../cn.ts";

/** To somebody else's site, in a tab of its own; that site learns neither where one came from nor how to reach back. */
export const ExternalLink = ({ className, ...props }: ComponentProps<"a"> & { href: string }) => (
  <a
    target="_blank"
    rel="noopener noreferrer"
    className={cn("rounded-xs text-link underline-offset-4 hover:underline", className)}
    {...props}
  />
);

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
