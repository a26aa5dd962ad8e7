import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Role } from "#contract/roles.ts";
import { AppError } from "#platform/app-error.ts";

/** The 10,000 most common passwords of the list of zxcvbn (MIT), without those that are too short anyway. */
const readCommonPasswords = (): Set<string> =>
  new Set(
    readFileSync(join(import.meta.dirname, "common-passwords.txt"), "utf8")
      .trimEnd()
      .split("\n"),
  );

let commonPasswords: Set<string> | undefined;

const PRODUCT_NAME = "Ultimate Sales Agent";
const ADMIN_PASSWORD_MIN = 12;

/** "Zon B.V." and "zonbv2026!" are the same name. A name like "40700" keeps its digits: without them nothing would be left to compare. */
const simplify = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/(?<=\D)\d+$/, "");

export interface PasswordOwner {
  username: string;
  companyName: string | null;
  role: Role;
}

export const findPasswordProblem = (
  password: string,
  { username, companyName, role }: PasswordOwner,
): string | undefined => {
  commonPasswords ??= readCommonPasswords();
  const isName = (name: string | null) => {
    const simplified = simplify(name ?? "");
    return simplified !== "" && simplified === simplify(password);
  };
  if (role === "super_admin" && password.length < ADMIN_PASSWORD_MIN)
    return `Het wachtwoord van een platformbeheerder moet minimaal ${ADMIN_PASSWORD_MIN} karakters lang zijn.`;
  if (commonPasswords.has(password.toLowerCase()))
    return "Dit wachtwoord wordt veel gebruikt en is makkelijk te raden. Kies een ander wachtwoord.";
  if (isName(username)) return "Het wachtwoord mag niet de gebruikersnaam zijn.";
  if (isName(companyName)) return "Het wachtwoord mag niet de naam van het bedrijf zijn.";
  return isName(PRODUCT_NAME) ? "Het wachtwoord mag niet de naam van dit product zijn." : undefined;
};

/** Refuses a new password that is easy to guess. `field` is its name in the form. */
export const requireGoodPassword = (
  password: string,
  owner: PasswordOwner,
  field: "password" | "newPassword",
): void => {
  const message = findPasswordProblem(password, owner);
  if (message) throw new AppError("invalid", message, { details: [{ path: field, message }] });
};
