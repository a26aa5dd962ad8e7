import { type Email, renderEmail } from "./layout.ts";

export interface PasswordReset {
  name: string;
  link: string;
  /** Where it was asked for: the link works only there. */
  side: "main" | "admin";
}

const ACCOUNT = {
  main: "je account bij Ultimate Sales Agent",
  admin: "je beheerdersaccount voor het Admin Panel van Ultimate Sales Agent",
} as const;

const SUBJECT = {
  main: "Nieuw wachtwoord instellen",
  admin: "Nieuw wachtwoord instellen voor het Admin Panel",
} as const;

export const passwordReset = ({ name, link, side }: PasswordReset): Email =>
  renderEmail({
    subject: SUBJECT[side],
    name,
    paragraphs: [
      `We hebben een verzoek ontvangen om een nieuw wachtwoord in te stellen voor ${ACCOUNT[side]}.`,
      "De link is één uur geldig en werkt één keer.",
    ],
    action: { label: "Nieuw wachtwoord instellen", link },
    closing: ["Heb je dit niet aangevraagd, dan hoef je niets te doen. Je wachtwoord blijft zoals het is."],
  });
