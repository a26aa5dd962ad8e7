import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";

/** Permission to upload one object of one company, with an expiry. */
export interface UploadGrant {
  companyId: string;
  objectKey: string;
  expiresAt: Date;
}

/** An expired grant is distinguished from an invalid one, so that the user gets the right message. */
export type UploadTokenStatus =
  | { readonly status: "good" | "expired"; readonly grant: UploadGrant }
  | { readonly status: "unknown" };

// Part of what is signed, so that nothing else signed with the same key passes for a grant.
const PURPOSE = "upload:1";
const payloadSchema = z.tuple([z.literal(PURPOSE), z.string().min(1), z.string().min(1), z.int().positive()]);

const signatureOf = (payload: string, key: Uint8Array): string =>
  createHmac("sha256", key).update(payload).digest("base64url");

// Compared as text: several base64 texts decode to the same bytes, and a token is marked as used by its text.
const isSame = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};

export const signUploadToken = (
  { companyId, objectKey, expiresAt }: UploadGrant,
  [key]: readonly Uint8Array[],
): string => {
  if (!key) throw new Error("There is no key to sign with.");
  const grant = payloadSchema.parse([PURPOSE, companyId, objectKey, expiresAt.getTime()]);
  const payload = Buffer.from(JSON.stringify(grant)).toString("base64url");
  return `${payload}.${signatureOf(payload, key)}`;
};

/** "unknown" for a token that is not ours or was changed. Single use is the responsibility of the caller. */
export const verifyUploadToken = (token: string, keys: readonly Uint8Array[], now: Date): UploadTokenStatus => {
  const [payload = "", signature = "", ...rest] = token.split(".");
  if (rest.length > 0 || !keys.some((key) => isSame(signature, signatureOf(payload, key))))
    return { status: "unknown" };
  const [, companyId, objectKey, until] = payloadSchema.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  const grant = { companyId, objectKey, expiresAt: new Date(until) };
  return { status: now.getTime() < until ? "good" : "expired", grant };
};
