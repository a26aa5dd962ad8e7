import { createHash, randomInt } from "node:crypto";
import { RECOVERY_CODES } from "#contract/two-step.ts";
import { hashWithSalt } from "#platform/passwords.ts";

// Without I, L, O and U: what looks alike on paper is one letter, and no code is a word.
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 8;

const newCode = (): string => {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
};

export const newRecoveryCodes = (): string[] => {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newCode());
  return [...codes];
};

/** However somebody typed it over from paper. */
const readCode = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");

/**
 * Forty bits are guessed within a day by who has the table and a fast hash, so these are hashed as passwords are. The
 * salt comes from the id of the owner, which is random: one hash is enough to look a code up.
 */
export const hashRecoveryCode = (userId: string, code: string): Promise<Buffer> =>
  hashWithSalt(readCode(code), createHash("sha256").update(`recovery code ${userId}`).digest().subarray(0, 16));
