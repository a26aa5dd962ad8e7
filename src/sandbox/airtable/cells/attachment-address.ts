import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const LIFETIME_MS = 2 * 3_600_000;
const SECRET = randomBytes(32);

/** Addresses of attachments work for two hours and then never again. */
export function attachmentAddress(origin: string, id: string, filename: string, now: number): string {
  const expires = now + LIFETIME_MS;
  return `${origin}/airtable-attachments/${expires}/${signature(id, expires)}/${id}/${encodeURIComponent(filename)}`;
}

export function isGoodAddress(id: string, expires: number, given: string, now: number): boolean {
  const expected = signature(id, expires);
  if (given.length !== expected.length || !timingSafeEqual(Buffer.from(given), Buffer.from(expected))) return false;
  return expires > now;
}

const signature = (id: string, expires: number) =>
  createHmac("sha256", SECRET).update(`${id}/${expires}`).digest("base64url");
