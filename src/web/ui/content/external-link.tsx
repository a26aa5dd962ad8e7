import type { ComponentProps, MouseEvent } from "react";
import { cn } from "../cn.ts";

/** A link to another site, in a new tab, without a referrer and without access to this window. */
export const ExternalLink = ({ className, ...props }: ComponentProps<"a"> & { href: string }) => (
  <a
    target="_blank"
    rel="noopener noreferrer"
    className={cn("rounded-xs text-link underline-offset-4 hover:underline", className)}
    {...props}
  />
);

const FEATURES = "popup,noopener,noreferrer,width=1200,height=800";

const openWindow = (event: MouseEvent<HTMLAnchorElement>) => {
  // With these keys the browser opens a tab or window itself.
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  window.open(event.currentTarget.href, "_blank", FEATURES);
};

/** Opens its target, such as a transcript or a report, in a window of its own. */
export const PopupLink = (props: ComponentProps<typeof ExternalLink>) => (
  <ExternalLink {...props} onClick={openWindow} />
);

const HTTP = /^https?:\/\//i;
const HOST = /^[\w-]+(\.[\w-]+)+([/?#:]|$)/;

/** The text if it begins with http:// or https://. Other schemes, such as javascript:, must never become a link. */
export const keepHttpUrl = (text: string | null | undefined): string | undefined =>
  text && HTTP.test(text) ? text : undefined;

/** As keepHttpUrl, but also for a host without a scheme: people write "bakkerij.nl". */
export const webUrl = (text: string | null | undefined): string | undefined => {
  const trimmed = text?.trim();
  if (!trimmed) return undefined;
  return keepHttpUrl(trimmed) ?? (HOST.test(trimmed) ? `https://${trimmed}` : undefined);
};
