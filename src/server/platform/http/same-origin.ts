import { AppError } from "../app-error.ts";

interface Headers {
  origin?: string | undefined;
  host?: string | undefined;
  "sec-fetch-site"?: string | string[] | undefined;
}

const refused = () => new AppError("cross_site", "Dit verzoek komt van een andere website en is daarom geweigerd.");

/**
 * A change must come from our own pages. Browsers always say where a request comes from; a script that says nothing
 * carries no cookie of a person, so it is let through.
 */
export const requireSameOrigin = (headers: Headers, publicOrigin: string): void => {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") throw refused();
  if (headers.origin === undefined || headers.origin === publicOrigin) return;
  if (!URL.canParse(headers.origin) || new URL(headers.origin).host !== headers.host) throw refused();
};
