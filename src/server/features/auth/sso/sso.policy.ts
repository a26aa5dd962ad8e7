import { z } from "zod";

/** An invalid name is cleaned or dropped, so that it never blocks signing in. */
const personName = z
  .unknown()
  .optional()
  .transform((name) => (typeof name === "string" ? name : ""))
  .transform((name) => name.toWellFormed().replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, ""))
  .transform((name) => Array.from(name.trim()).slice(0, 100).join("") || undefined);

/** What an ID token says about the person. */
export const identity = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().toLowerCase(),
  email_verified: z.unknown().optional(),
  /** Microsoft Entra's claim for a verified domain. */
  xms_edov: z.unknown().optional(),
  /** Google's claim for an account that an organisation manages. */
  hd: z.string().optional(),
  given_name: personName,
  family_name: personName,
});
export type Identity = z.infer<typeof identity>;

const isTrue = z.union([z.literal(true), z.literal("true"), z.literal(1), z.literal("1")]);

export const hasVerifiedAddress = ({ email_verified, xms_edov }: Identity): boolean =>
  isTrue.safeParse(email_verified).success || isTrue.safeParse(xms_edov).success;

/**
 * Anybody can open a private Google account with an address of their organisation; it keeps that address, verified, after they have
 * left. Only an account that the organisation manages has `hd`.
 */
export const isPrivateAccount = (issuer: string, { hd }: Pick<Identity, "hd">): boolean =>
  URL.parse(issuer)?.host === "accounts.google.com" && !hd;

/** Anybody can have an address there, so no company can claim it. */
const PUBLIC_DOMAINS = new Set([
  "163.com",
  "aol.com",
  "belgacom.net",
  "btinternet.com",
  "caiway.nl",
  "casema.nl",
  "chello.nl",
  "dds.nl",
  "delta.nl",
  "fastmail.com",
  "free.fr",
  "freeler.nl",
  "freenet.de",
  "gmail.com",
  "gmx.at",
  "gmx.ch",
  "gmx.com",
  "gmx.de",
  "gmx.net",
  "googlemail.com",
  "hetnet.nl",
  "home.nl",
  "hotmail.be",
  "hotmail.co.uk",
  "hotmail.com",
  "hotmail.de",
  "hotmail.fr",
  "hotmail.nl",
  "icloud.com",
  "kabelfoon.nl",
  "kpnmail.nl",
  "kpnplanet.nl",
  "laposte.net",
  "live.be",
  "live.com",
  "live.nl",
  "mac.com",
  "mail.com",
  "mail.ru",
  "mailbox.org",
  "me.com",
  "msn.com",
  "multiweb.nl",
  "online.nl",
  "onmicrosoft.com",
  "orange.fr",
  "outlook.be",
  "outlook.com",
  "outlook.de",
  "outlook.fr",
  "outlook.nl",
  "planet.nl",
  "pm.me",
  "posteo.de",
  "proton.me",
  "protonmail.com",
  "proximus.be",
  "qq.com",
  "quicknet.nl",
  "scarlet.be",
  "sfr.fr",
  "skynet.be",
  "solcon.nl",
  "t-online.de",
  "tele2.nl",
  "telenet.be",
  "telfort.nl",
  "tiscali.nl",
  "tuta.io",
  "tutanota.com",
  "upcmail.nl",
  "versatel.nl",
  "voo.be",
  "wanadoo.fr",
  "wanadoo.nl",
  "web.de",
  "xs4all.nl",
  "yahoo.co.uk",
  "yahoo.com",
  "yahoo.de",
  "yahoo.fr",
  "yahoo.nl",
  "yandex.com",
  "ymail.com",
  "zeelandnet.nl",
  "ziggo.nl",
  "ziggomail.com",
  "zoho.com",
  "zohomail.eu",
  "zonnet.nl",
]);

export const isPublicDomain = (domain: string): boolean => PUBLIC_DOMAINS.has(domain);

/**
 * After this many changes of its domains in 24 hours, refused attempts included, a company cannot add a domain, because a refusal
 * can reveal that another company uses the domain.
 */
export const DOMAIN_CHANGES_PER_DAY = 20;

export const DOMAIN_TEXTS = {
  public: (domain: string) => `${domain} is van een openbare maildienst.`,
  tooMany: `Je bedrijf heeft de domeinen van SSO in de afgelopen 24 uur al ${DOMAIN_CHANGES_PER_DAY} keer gewijzigd of geprobeerd. Probeer het later opnieuw.`,
  unproven: (domain: string) =>
    `Niemand in je bedrijf heeft een bevestigd e-mailadres op ${domain}. Nodig een collega met zo'n adres uit of wijzig je eigen e-mailadres, en open de link in de e-mail. Voeg daarna het domein toe.`,
  taken: (domain: string) => `${domain} is bij een ander bedrijf in gebruik.`,
} as const;
