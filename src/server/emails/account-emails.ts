import { type Email, renderEmail, shortenLine, shortenName } from "./email-layout.ts";

interface Invitation {
  name: string;
  username: string;
  /** Absent for a super admin without a company. */
  companyName: string | null;
  inviter: string;
  link: string;
  validUntil: Date;
}

const dateTimeFormat = new Intl.DateTimeFormat("nl-NL", {
  dateStyle: "full",
  timeStyle: "short",
  timeZone: "Europe/Amsterdam",
});

export const invitationEmail = ({ name, username, companyName, inviter, link, validUntil }: Invitation): Email => {
  const company = companyName ? ` van ${shortenName(companyName)}` : "";
  return renderEmail({
    subject: "Je account bij Ultimate Sales Agent",
    name,
    paragraphs: [
      `${shortenName(inviter)} heeft een account voor je gemaakt in de werkomgeving${company} bij Ultimate Sales Agent.`,
      `Je gebruikersnaam is ${shortenLine(username)}. Kies een wachtwoord, dan kun je inloggen.`,
    ],
    action: { label: "Wachtwoord instellen", link },
    closing: [
      `De link werkt één keer en is geldig tot ${dateTimeFormat.format(validUntil)}. Is hij verlopen, vraag dan op het inlogscherm een nieuwe aan met "Wachtwoord vergeten?".`,
      "Verwachtte je deze uitnodiging niet, dan hoef je niets te doen.",
    ],
  });
};

/** For a company whose users sign in at their own organisation only. */
export const ssoInvitationEmail = ({
  name,
  companyName,
  inviter,
  link,
}: Pick<Invitation, "name" | "companyName" | "inviter" | "link">): Email => {
  const company = companyName ? ` van ${shortenName(companyName)}` : "";
  return renderEmail({
    subject: "Je account bij Ultimate Sales Agent",
    name,
    paragraphs: [
      `${shortenName(inviter)} heeft een account voor je gemaakt in de werkomgeving${company} bij Ultimate Sales Agent.`,
      "Je logt in met het account van je organisatie. Een wachtwoord heb je niet nodig.",
    ],
    action: { label: "Inloggen via SSO", link },
    closing: ["Verwachtte je deze uitnodiging niet, dan hoef je niets te doen."],
  });
};

/** For somebody who has an account with this address at another company. */
export const addressTakenEmail = ({
  name,
  companyName,
  inviter,
  link,
}: Pick<Invitation, "name" | "companyName" | "inviter" | "link">): Email => {
  const company = companyName ? ` van ${shortenName(companyName)}` : "";
  return renderEmail({
    subject: "Je hebt al een account bij Ultimate Sales Agent",
    name,
    paragraphs: [
      `${shortenName(inviter)} heeft je uitgenodigd voor de werkomgeving${company} bij Ultimate Sales Agent.`,
      "Met dit e-mailadres heb je al een account in een andere werkomgeving. Een e-mailadres hoort bij één werkomgeving, dus er verandert niets: je logt in zoals je gewend bent.",
      `Wil je ook in de werkomgeving${company} werken? Vraag dan om een uitnodiging op een ander e-mailadres.`,
    ],
    action: { label: "Inloggen", link },
    closing: ["Verwachtte je deze uitnodiging niet, dan hoef je niets te doen."],
  });
};

interface PasswordReset {
  name: string;
  link: string;
  /** Where the reset was requested: the link works only there. */
  sessionKind: "main" | "admin";
}

const ACCOUNT_NAME = {
  main: "je account bij Ultimate Sales Agent",
  admin: "je beheerdersaccount voor het Admin Panel van Ultimate Sales Agent",
} as const;

const RESET_SUBJECT = {
  main: "Nieuw wachtwoord instellen",
  admin: "Nieuw wachtwoord instellen voor het Admin Panel",
} as const;

export const passwordResetEmail = ({ name, link, sessionKind }: PasswordReset): Email =>
  renderEmail({
    subject: RESET_SUBJECT[sessionKind],
    name,
    paragraphs: [
      `We hebben een verzoek ontvangen om een nieuw wachtwoord in te stellen voor ${ACCOUNT_NAME[sessionKind]}.`,
      "De link is één uur geldig en werkt één keer.",
    ],
    action: { label: "Nieuw wachtwoord instellen", link },
    closing: ["Heb je dit niet aangevraagd, dan hoef je niets te doen. Je wachtwoord blijft zoals het is."],
  });

interface PasswordChanged {
  name: string;
  /** To request a new password, for somebody who did not change it. */
  link: string;
}

export const passwordChangedEmail = ({ name, link }: PasswordChanged): Email =>
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

export const twoStepOffEmail = ({ name, link }: PasswordChanged): Email =>
  renderEmail({
    subject: "Inloggen in twee stappen is uitgezet",
    name,
    paragraphs: [
      "Voor je account bij Ultimate Sales Agent is inloggen in twee stappen uitgezet: je wachtwoord is nu genoeg om in te loggen. Heb je dat zelf gedaan of gevraagd, dan hoef je niets te doen.",
      "Was jij dit niet? Vraag dan meteen een nieuw wachtwoord aan en laat het je beheerder weten.",
    ],
    action: { label: "Nieuw wachtwoord aanvragen", link },
    closing: [],
  });

export const emailChangeEmail = ({ name, link }: { name: string; link: string }): Email =>
  renderEmail({
    subject: "Bevestig je nieuwe e-mailadres",
    name,
    paragraphs: [
      "Je hebt dit e-mailadres opgegeven voor je account bij Ultimate Sales Agent. Het geldt zodra je het bevestigt.",
      "De link is 24 uur geldig en werkt één keer.",
    ],
    action: { label: "E-mailadres bevestigen", link },
    closing: ["Heb je dit niet aangevraagd, dan hoef je niets te doen."],
  });

interface EmailChangeNotice {
  name: string;
  /** The new address. */
  email: string;
  link: string;
}

export const emailChangeNoticeEmail = ({ name, email, link }: EmailChangeNotice): Email =>
  renderEmail({
    subject: "Je e-mailadres wordt gewijzigd",
    name,
    paragraphs: [
      `Het e-mailadres van je account bij Ultimate Sales Agent wordt gewijzigd in ${shortenLine(email)}. Heb je dat zelf gevraagd, dan hoef je niets te doen.`,
      "Was jij dit niet? Vraag dan meteen een nieuw wachtwoord aan en laat het je beheerder weten.",
    ],
    action: { label: "Nieuw wachtwoord aanvragen", link },
    closing: [],
  });

interface SsoChange {
  name: string;
  actor: string;
  at: Date;
  /** The identity provider, as in `login.example.nl/tenant`. */
  provider: string;
  /** The one before, when it has changed. */
  replaced?: string | undefined;
  isRemoved: boolean;
  link: string;
}

export const ssoChangedEmail = ({ name, actor, at, provider, replaced, isRemoved, link }: SsoChange): Email => {
  const [who, when, service] = [shortenName(actor), dateTimeFormat.format(at), shortenLine(provider)];
  return renderEmail({
    subject: `Inloggen via SSO is ${isRemoved ? "verwijderd" : "gewijzigd"}`,
    name,
    paragraphs: [
      isRemoved
        ? `${who} heeft op ${when} inloggen via SSO van je bedrijf verwijderd. De inlogdienst was ${service}.`
        : `${who} heeft op ${when} inloggen via SSO van je bedrijf gewijzigd. De inlogdienst is ${service}${replaced ? `, in plaats van ${shortenLine(replaced)}` : ""}.`,
      "Klopt dit niet? Bekijk dan meteen de instellingen en het Wijzigingslog. Wie de inlogdienst beheert, kan als iedere collega inloggen.",
    ],
    action: { label: "Bedrijf Beheer openen", link },
    closing: [],
  });
};

interface AccountProblem {
  firstName: string;
  accountName: string;
  problem: string;
  /** Otherwise the recipient is an admin of the company. */
  isOwner: boolean;
  /** By LinkedIn itself, so that the owner cannot send anything there either. */
  isRestricted: boolean;
  link: string;
}

export const accountProblemEmail = (facts: AccountProblem): Email => {
  const { firstName, accountName, problem, isOwner, isRestricted, link } = facts;
  return renderEmail({
    subject: `${isOwner ? "Je" : "Het"} LinkedIn-account ${shortenName(accountName)} werkt niet`,
    name: firstName,
    paragraphs: [
      problem,
      "Tot het account weer werkt, blijven de berichten en uitnodigingen van deze afzender wachten.",
    ],
    action: { label: "Account bekijken", link },
    closing: isOwner && !isRestricted ? ["Berichten die je zelf op LinkedIn verstuurt, gaan gewoon door."] : [],
  });
};
