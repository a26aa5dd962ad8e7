import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

// RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, 30 seconds.
export const STEP_MS = 30_000;
const DIGITS = 6;
const SECRET_BYTES = 20;
// Tolerates a code that changed while it was typed. A code of a later step is refused: nobody's app should show it yet.
const TOLERATED_STEPS = [0, -1];
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

const ISSUER = "Ultimate Sales Agent";

const toBase32 = (bytes: Uint8Array): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.replace(/.{1,5}/g, (five) => BASE32.charAt(Number.parseInt(five.padEnd(5, "0"), 2)));
};

const fromBase32 = (text: string): Buffer => {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/** In base32, as authenticator apps expect it. */
export const newSecret = (): string => toBase32(randomBytes(SECRET_BYTES));

export const stepAt = (moment: Date): number => Math.floor(moment.getTime() / STEP_MS);

/** The code of a time step: dynamic truncation of the HMAC (RFC 4226). */
export const codeOf = (secret: string, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
};

/** The time step that the code belongs to, if it is the current one or the one before. */
export const matchingStep = (secret: string, code: string, now: Date): number | undefined => {
  const actual = Buffer.from(code);
  return TOLERATED_STEPS.map((distance) => stepAt(now) + distance).find((step) => {
    const expected = Buffer.from(codeOf(secret, step));
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  });
};

/** The content of the QR code. */
export const otpauthUri = (secret: string, account: string): string => {
  const label = `${encodeURIComponent(ISSUER)}:${encodeURIComponent(account)}`;
  const details = { secret, issuer: ISSUER, algorithm: "SHA1", digits: DIGITS, period: STEP_MS / 1000 };
  const query = Object.entries(details).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `otpauth://totp/${label}?${query.join("&")}`;
};
