import { type Email, renderEmail, shortName } from "./layout.ts";

export interface Invitation {
  name: string;
  username: string;
  /** Absent for a super admin without a company. */
  companyName: string | null;
  inviter: string;
  link: string;
  validUntil: Date;
}

const moment = new Intl.DateTimeFormat("nl-NL", {
  dateStyle: "full",
  timeStyle: "short",
  timeZone: "Europe/Amsterdam",
});

export const invitation = ({ name, username, companyName, inviter, link, validUntil }: Invitation): Email => {
  const company = companyName ? ` van ${shortName(companyName)}` : "";
  return renderEmail({
    subject: "Je account bij Ultimate Sales Agent",
    name,
    paragraphs: [
      `${shortName(inviter)} heeft een account voor je gemaakt in de werkomgeving${company} bij Ultimate Sales Agent.`,
      `Je gebruikersnaam is ${shortName(username)}. Kies een wachtwoord, dan kun je inloggen.`,
    ],
    action: { label: "Wachtwoord instellen", link },
    closing: [
      `De link werkt één keer en is geldig tot ${moment.format(validUntil)}. Is hij verlopen, vraag dan op het inlogscherm een nieuwe aan met "Wachtwoord vergeten?".`,
      "Verwachtte je deze uitnodiging niet, dan hoef je niets te doen.",
    ],
  });
};
