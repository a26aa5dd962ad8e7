import type { Role } from "#contract/roles.ts";

type Person = {
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
};

/** First and last name, or else the e-mail address, or else "Gebruiker". */
export const displayName = ({ firstName, lastName, email }: Person): string =>
  [firstName, lastName]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(" ") ||
  email?.trim() ||
  "Gebruiker";

export const emailLine = ({ email }: Person): string => email?.trim() || "Geen email";

/** For an avatar without a picture. */
export const avatarLetter = ({ firstName, email }: Person): string => {
  const [letter] = firstName?.trim() || email?.trim() || "Gebruiker";
  return (letter ?? "").toLocaleUpperCase("nl-NL");
};

export const ROLE_LABELS: Record<Role, string> = {
  user: "User",
  account_manager: "Account Manager",
  company_admin: "Company Admin",
  super_admin: "Super Admin",
};

export const formatLeadCount = (count: number): string =>
  `${count.toLocaleString("nl-NL")} ${count === 1 ? "lead" : "leads"}`;
