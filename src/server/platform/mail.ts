import { createTransport, type NodemailerError } from "nodemailer";
import type { Logger } from "./log.ts";
import { parseSmtpAddress } from "./smtp-address.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Resolves once the mail server has accepted the mail. Rejects with a MailError. */
  send(mail: Mail): Promise<void>;
  /** Mails under way are finished, new ones refused. */
  close(): void;
}

export interface MailerOptions {
  smtpUrl: string;
  from: string;
  log: Pick<Logger, "info" | "warn">;
}

/** `unavailable` is worth another try later; the others are not. */
export type MailFailure = "invalid_recipient" | "rejected" | "unavailable";

/** Carries no words of the mail server: those tend to repeat the recipient. */
export class MailError extends Error {
  override readonly name = "MailError";
  readonly reason: MailFailure;

  constructor(reason: MailFailure) {
    super(`The mail was not sent: ${reason}.`);
    this.reason = reason;
  }
}

const TIMEOUTS = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Exactly one address: no list, no display name, nothing that could end a header and begin another. */
const ONE_ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;

const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();

// Out-of-office replies to a no-reply address help nobody; the second header is the one Outlook looks at.
const HEADERS = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" };

const failureOf = ({ code, permanent }: NodemailerError): MailFailure =>
  permanent && (code === "EENVELOPE" || code === "EMESSAGE") ? "rejected" : "unavailable";

/** Sends mail over a few kept connections. */
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
      if (!ONE_ADDRESS.test(to)) throw new MailError("invalid_recipient");
      const recipient = { name: "", address: to };
      try {
        const { messageId } = await transport.sendMail({
          from,
          to: recipient,
          subject: oneLine(subject),
          text,
          html,
          headers: HEADERS,
        });
        log.info({ messageId }, "mail sent");
      } catch (error) {
        const failure = error as NodemailerError;
        log.warn({ code: failure.code, responseCode: failure.responseCode }, "mail not sent");
        throw new MailError(failureOf(failure));
      }
    },
    close: () => transport.close(),
  };
};
