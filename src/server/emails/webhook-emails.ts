import { type Email, renderEmail, shortenLine } from "./email-layout.ts";

interface WebhookFailure {
  recipientName: string;
  host: string;
  /** The product has switched the webhook off. */
  isOff: boolean;
  problem: string;
  attempts: readonly { type: string; at: Date; status: number | null }[];
  link: string;
}

const dateTimeFormat = new Intl.DateTimeFormat("nl-NL", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "Europe/Amsterdam",
});

export const webhookFailureEmail = ({ recipientName, host, isOff, problem, attempts, link }: WebhookFailure): Email =>
  renderEmail({
    subject: `De webhook naar ${shortenLine(host)} werkt niet`,
    name: recipientName,
    paragraphs: [
      isOff
        ? `De webhook naar ${shortenLine(host)} is uitgezet. ${problem}`
        : `Een gebeurtenis kon na tien pogingen in drie dagen niet worden afgeleverd bij ${shortenLine(host)}. ${problem}`,
      "De laatste pogingen:",
      ...attempts.map(
        ({ type, at, status }) =>
          `${dateTimeFormat.format(at)} · ${type} · ${status === null ? "geen antwoord" : `status ${status}`}`,
      ),
    ],
    action: { label: "Bekijk het logboek", link },
    closing: [
      "In het logboek stuur je een gebeurtenis opnieuw. Je krijgt pas weer bericht als het na een geslaagde aflevering opnieuw misgaat.",
    ],
  });
