const HTTP = /^https?:\/\//i;
const HOST = /^[\w-]+(\.[\w-]+)+([/?#:]|$)/;

/** The text if it is an http(s) URL. Other schemes, such as javascript:, must never become a link. */
export const httpUrl = (text: string | null | undefined): string | undefined =>
  text && HTTP.test(text) ? text : undefined;

/** As httpUrl, but also for a host without a scheme: people write "bakkerij.nl". */
export const webUrl = (text: string | null | undefined): string | undefined => {
  const trimmed = text?.trim();
  if (!trimmed) return undefined;
  return httpUrl(trimmed) ?? (HOST.test(trimmed) ? `https://${trimmed}` : undefined);
};
