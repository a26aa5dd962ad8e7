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
  const origin = URL.parse(headers.origin);
  if (origin?.host !== headers.host) throw refused();
  // A page that came over http may have been changed on the way.
  if (origin?.protocol === "http:" && publicOrigin.startsWith("https:")) throw refused();
};
