import type { AdminCompany } from "#contract/companies.ts";
import type { CompanyChange } from "#contract/company-forms.ts";
import { AppError } from "#platform/app-error.ts";
import { requireCallableUrl } from "#platform/outbound/require-callable-url.ts";
import type { Platform } from "#platform/platform.ts";

const fieldError = (path: string, message: string): AppError =>
  new AppError("invalid", message, { details: [{ path, message }] });

type WriterValues = Pick<AdminCompany, "writer" | "aiBaseUrl">;

/** The built-in writer is switched on, or gets another provider. */
export const sendsDataElsewhere = (before: WriterValues, after: WriterValues): boolean =>
  after.writer === "builtin" && (before.writer !== "builtin" || before.aiBaseUrl !== after.aiBaseUrl);

const CONFIRM =
  "Bevestig eerst dat naam, functie, bedrijf en openbare informatie van leads naar de aanbieder van het taalmodel gaan.";

/** Nothing goes to a provider before somebody has confirmed that, whichever screen or script changes the settings. */
export const requireWriterConfirmation = (
  before: WriterValues,
  after: WriterValues,
  { isConfirmed, path }: { isConfirmed: boolean | undefined; path: string },
): void => {
  if (sendsDataElsewhere(before, after) && !isConfirmed) throw fieldError(path, CONFIRM);
};

const NO_WEBHOOK = "Vul het adres van de webhook in. Zonder adres gaat er niets uit.";

/** The webhook needs an address, on the company page and in the admin panel. A change of something else is not refused for it. */
export const requireWebhookAddress = (
  change: CompanyChange,
  { deliveryChannel, deliveryWebhookUrl }: Pick<AdminCompany, "deliveryChannel" | "deliveryWebhookUrl">,
): void => {
  const isAboutDelivery = change.deliveryChannel !== undefined || change.deliveryWebhookUrl !== undefined;
  if (isAboutDelivery && deliveryChannel === "webhook" && !deliveryWebhookUrl)
    throw fieldError("deliveryWebhookUrl", NO_WEBHOOK);
};

const OBJECTS = "/objects/";

/** Where the uploaded logos of a company are stored. */
export const logoFolder = (companyId: string): string => `companies/${companyId}/logo/`;

/** An escaped character may hide the folder of the objects. */
const mayBeObject = (path: string): boolean => path.includes("%") || path.replace(/^\/+/, "/").startsWith(OBJECTS);

/**
 * An object of another company must not become a logo: it would stay in use after its owner has replaced it. Of the objects on our own
 * host, by whatever protocol and notation, only those in the company's own folder are allowed.
 */
export const requireOwnLogo = (companyId: string, logoUrl: string | null | undefined, publicUrl: URL): void => {
  const url = logoUrl ? URL.parse(logoUrl, publicUrl.href) : null;
  if (url?.host !== publicUrl.host || !mayBeObject(url.pathname)) return;
  if (!url.pathname.startsWith(OBJECTS + logoFolder(companyId)))
    throw fieldError("logoUrl", "Dit bestand is geen logo van dit bedrijf.");
};

/** The URLs that the server will call, by the path of their field. */
const calledUrls = ({
  workflowUrls = {},
  deliveryWebhookUrl,
  aiBaseUrl,
  unipileUrl,
}: CompanyChange): [string, string][] =>
  Object.entries({
    deliveryWebhookUrl,
    aiBaseUrl,
    unipileUrl,
    ...Object.fromEntries(Object.entries(workflowUrls).map(([id, url]) => [`workflowUrls.${id}`, url])),
  }).flatMap(([path, url]) => (url ? [[path, url]] : []));

/** Refuses URLs that the server would not call. */
export const requireCallableUrls = async (
  { outbound, config }: Pick<Platform, "outbound" | "config">,
  change: CompanyChange,
): Promise<void> => {
  const privateHosts = (path: string) => (path === "aiBaseUrl" ? config.aiPrivateHosts : []);
  await Promise.all(
    calledUrls(change).map(([path, url]) => requireCallableUrl(outbound, path, url, privateHosts(path))),
  );
};
