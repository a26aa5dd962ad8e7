const WEB_ADDRESS = /^https?:\/\//i;
const HOST = /^[\w-]+(\.[\w-]+)+([/?#:]|$)/;

/** What may become a link. People write "bakkerij.nl"; what has another scheme is no address. */
export const webLink = (address: string | null): string | undefined => {
  const text = address?.trim();
  if (!text) return undefined;
  if (WEB_ADDRESS.test(text)) return text;
  return HOST.test(text) ? `https://${text}` : undefined;
};

/** The contact in the CRM, where the company has told which portal is theirs. */
export const hubspotLink = (portalUrl: string | null | undefined, id: string | null): string | undefined => {
  const portal = portalUrl && webLink(portalUrl);
  return portal && id ? `${portal.replace(/\/+$/, "")}/record/0-1/${encodeURIComponent(id)}` : undefined;
};
