import { createTransport, type NodemailerError, type SMTPPoolOptions } from "nodemailer";
import { ConfigError } from "./config.ts";
import type { Logger } from "./log.ts";
import { addressKind } from "./outbound/destination.ts";

type SmtpServer = Pick<SMTPPoolOptions, "host" | "port" | "secure" | "requireTLS" | "ignoreTLS" | "auth">;

// The URL contains a password, so no message repeats any part of it.
const smtpUrlError = (what: string): ConfigError => new ConfigError(`Instelling SMTP_URL klopt niet: ${what}.`);

const isThisMachine = (host: string): boolean => host === "localhost" || addressKind(host) === "loopback";

const decodeCredential = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw smtpUrlError("een % in de gebruikersnaam of het wachtwoord moet als %25 geschreven zijn");
  }
};

const readTls = (url: URL, host: string): boolean => {
  const unknown = [...url.searchParams.keys()].find((name) => name !== "tls");
  if (unknown) throw smtpUrlError("de enige toevoeging die het kent is tls");
  const tls = url.searchParams.get("tls");
  if (tls === null) return !isThisMachine(host);
  if (tls !== "true" && tls !== "false") throw smtpUrlError("tls is true of false");
  return tls === "true";
};

/**
 * Parses `smtps://user:password@host` or `smtp://user:password@host:587`. The latter requires STARTTLS, except on this
 * machine or with `?tls=false`: emails contain links that set passwords.
 */
export const parseSmtpAddress = (address: string): SmtpServer => {
  const url = URL.parse(address);
  if (!url?.hostname || (url.protocol !== "smtp:" && url.protocol !== "smtps:")) {
    throw smtpUrlError("een mailserver staat er als smtp://gebruiker:wachtwoord@host:587 of smtps://…");
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
    ...(url.username ? { auth: { user: decodeCredential(url.username), pass: decodeCredential(url.password) } } : {}),
  };
};

interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Resolves when the mail server has accepted the email. Rejects with a MailError. */
  send(mail: Mail): Promise<void>;
  /** Finishes the emails being sent and refuses new ones. */
  close(): void;
}

interface MailerOptions {
  smtpUrl: string;
  from: string;
  log: Pick<Logger, "info" | "warn">;
}

/** `unavailable` is worth a retry; the others are not. */
type MailFailure = "invalid_recipient" | "rejected" | "unavailable";

/** Without the mail server's own message, which often contains the recipient. */
export class MailError extends Error {
  override readonly name = "MailError";
  readonly reason: MailFailure;

  constructor(reason: MailFailure) {
    super(`The mail was not sent: ${reason}.`);
    this.reason = reason;
  }
}

/** For jobs: an address that the mail server refuses is not worth a retry, unlike a mail server that is away. */
export const sendOrGiveUp = async (mailer: Mailer, mail: Mail): Promise<void> => {
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof MailError) || error.reason === "unavailable") throw error;
  }
};

const TIMEOUTS = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Exactly one address: no list, no display name, and nothing that could start another header. */
const SINGLE_ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;

const toSingleLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();

// Prevents out-of-office replies to a no-reply address; Outlook reads the second header.
const HEADERS = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" };

const classifyFailure = ({ code, permanent }: NodemailerError): MailFailure =>
  permanent && (code === "EENVELOPE" || code === "EMESSAGE") ? "rejected" : "unavailable";

/** Sends emails over a pool of connections. */
export const createMailer = ({ smtpUrl, from, log }: MailerOptions): Mailer => {
  const transport = createTransport({
    ...parseSmtpAddress(smtpUrl),
    ...TIMEOUTS,
    pool: true,
    maxConnections: 3,
    maxRequeues: 1,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    send: async ({ to, subject, text, html }) => {
      if (!SINGLE_ADDRESS.test(to)) throw new MailError("invalid_recipient");
      const recipient = { name: "", address: to };
      try {
        const { messageId } = await transport.sendMail({
          from,
          to: recipient,
          subject: toSingleLine(subject),
          text,
          html,
          headers: HEADERS,
        });
        log.info({ messageId }, "mail sent");
      } catch (error) {
        const failure = error as NodemailerError;
        log.warn({ code: failure.code, responseCode: failure.responseCode }, "mail not sent");
        throw new MailError(classifyFailure(failure));
      }
    },
    close: () => transport.close(),
  };
};
