import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";

/** Leave to upload one object of one company, until a moment. */
export interface UploadGrant {
  companyId: string;
  objectKey: string;
  expiresAt: Date;
}

/** A grant that has run out is still known to be ours, so that its owner can be told what happened. */
export type UploadTokenStatus =
  | { readonly status: "good" | "expired"; readonly grant: UploadGrant }
  | { readonly status: "unknown" };

// The purpose stands in what is signed, so that no other text signed with the same key can pass for a grant.
const PURPOSE = "upload:1";
const payloadSchema = z.tuple([z.literal(PURPOSE), z.string().min(1), z.string().min(1), z.int().positive()]);

const signatureOf = (payload: string, key: Uint8Array): string =>
  createHmac("sha256", key).update(payload).digest("base64url");

// Compared as texts: base64 has several spellings of the same bytes, and single use counts spellings.
const isSame = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};

export const signUploadToken = (
  { companyId, objectKey, expiresAt }: UploadGrant,
  [key]: readonly Uint8Array[],
): string => {
  if (!key) throw new Error("Nothing to sign with.");
  const grant = payloadSchema.parse([PURPOSE, companyId, objectKey, expiresAt.getTime()]);
  const payload = Buffer.from(JSON.stringify(grant)).toString("base64url");
  return `${payload}.${signatureOf(payload, key)}`;
};

/** Unknown is what is not ours or was changed. That a grant is used once is seen to by its user. */
export const verifyUploadToken = (token: string, keys: readonly Uint8Array[], now: Date): UploadTokenStatus => {
  const [payload = "", signature = "", ...rest] = token.split(".");
  if (rest.length > 0 || !keys.some((key) => isSame(signature, signatureOf(payload, key))))
    return { status: "unknown" };
  const [, companyId, objectKey, until] = payloadSchema.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  const grant = { companyId, objectKey, expiresAt: new Date(until) };
  return { status: now.getTime() < until ? "good" : "expired", grant };
};
