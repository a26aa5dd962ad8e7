import { type Email, renderEmail } from "./layout.ts";

export interface PasswordChanged {
  name: string;
  /** Where a new password can be asked for, by somebody who did not do this. */
  link: string;
}

export const passwordChanged = ({ name, link }: PasswordChanged): Email =>
  renderEmail({
    subject: "Je wachtwoord is gewijzigd",
    name,
    paragraphs: [
      "Het wachtwoord van je account bij Ultimate Sales Agent is gewijzigd. Heb je dat zelf gedaan, dan hoef je niets te doen.",
      "Was jij dit niet? Vraag dan meteen een nieuw wachtwoord aan en laat het je beheerder weten.",
    ],
    action: { label: "Nieuw wachtwoord aanvragen", link },
    closing: [],
  });
