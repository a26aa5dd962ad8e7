import type { SMTPPoolOptions } from "nodemailer";
import { ConfigError } from "./config.ts";
import { addressKind } from "./outbound/address-kind.ts";

type SmtpServer = Pick<SMTPPoolOptions, "host" | "port" | "secure" | "requireTLS" | "ignoreTLS" | "auth">;

// The address holds a password, so no message repeats any of it.
const problem = (what: string): ConfigError => new ConfigError(`Instelling SMTP_URL klopt niet: ${what}.`);

const isThisMachine = (host: string): boolean => host === "localhost" || addressKind(host) === "loopback";

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw problem("een % in de gebruikersnaam of het wachtwoord moet als %25 geschreven zijn");
  }
};

const readTls = (url: URL, host: string): boolean => {
  const unknown = [...url.searchParams.keys()].find((name) => name !== "tls");
  if (unknown) throw problem("de enige toevoeging die het kent is tls");
  const asked = url.searchParams.get("tls");
  if (asked === null) return !isThisMachine(host);
  if (asked !== "true" && asked !== "false") throw problem("tls is true of false");
  return asked === "true";
};

/**
 * The server behind `smtps://user:password@host` or `smtp://user:password@host:587`. The latter must switch to TLS before
 * anything is said, except on this machine or with `?tls=false`: links that set passwords do not travel in the open.
 */
export const parseSmtpAddress = (address: string): SmtpServer => {
  const url = URL.parse(address);
  if (!url?.hostname || (url.protocol !== "smtp:" && url.protocol !== "smtps:")) {
    throw problem("een mailserver staat er als smtp://gebruiker:wachtwoord@host:587 of smtps://…");
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const secure = url.protocol === "smtps:";
  const tls = readTls(url, host);
  return {
    host,
    port: url.port ? Number(url.port) : secure ? 465 : 587,
    secure,
    requireTLS: !secure && tls,
    ignoreTLS: !secure && !tls,
    ...(url.username ? { auth: { user: decode(url.username), pass: decode(url.password) } } : {}),
  };
};
