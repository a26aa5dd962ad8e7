import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

// RFC 6238 with what every authenticator app understands: SHA-1, six digits, a new code every thirty seconds.
export const STEP_MS = 30_000;
const DIGITS = 6;
const SECRET_BYTES = 20;
// A clock that is a little off, or a code that was typed just as it changed.
const TOLERATED_STEPS = [0, -1, 1];
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

/** As people type it over into their app. */
export const newSecret = (): string => toBase32(randomBytes(SECRET_BYTES));

export const stepAt = (moment: Date): number => Math.floor(moment.getTime() / STEP_MS);

/** The code of a step, cut out of the HMAC where its own last bits say (RFC 4226). */
export const codeOf = (secret: string, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
};

/** The step this code belongs to, if it is one of those around now. */
export const matchingStep = (secret: string, code: string, now: Date): number | undefined => {
  const given = Buffer.from(code);
  return TOLERATED_STEPS.map((distance) => stepAt(now) + distance).find((step) => {
    const right = Buffer.from(codeOf(secret, step));
    return given.length === right.length && timingSafeEqual(given, right);
  });
};

/** What a QR code tells an authenticator app. */
export const otpauthUri = (secret: string, account: string): string => {
  const label = `${encodeURIComponent(ISSUER)}:${encodeURIComponent(account)}`;
  const details = { secret, issuer: ISSUER, algorithm: "SHA1", digits: DIGITS, period: STEP_MS / 1000 };
  const query = Object.entries(details).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `otpauth://totp/${label}?${query.join("&")}`;
};
