import { createHmac, timingSafeEqual } from "node:crypto";

export type Claims = Record<string, unknown>;

/** What a token signed with HS256 says, or why it is not believed. */
export function readToken(token: string, secret: string, now: number): { claims: Claims } | { problem: string } {
  const [head = "", body = "", signature = "", ...more] = token.split(".");
  const [header, claims] = [decode(head), decode(body)];
  if (!header || !claims || more.length > 0) return { problem: "jwt malformed" };
  if (header["alg"] !== "HS256") return { problem: "invalid algorithm" };
  const expected = createHmac("sha256", secret).update(`${head}.${body}`).digest();
  const given = Buffer.from(signature, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { problem: "invalid signature" };
  const seconds = now / 1_000;
  if (typeof claims["exp"] === "number" && claims["exp"] <= seconds) return { problem: "jwt expired" };
  if (typeof claims["nbf"] === "number" && claims["nbf"] > seconds) return { problem: "jwt not active" };
  return { claims };
}

function decode(part: string): Claims | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    return typeof value === "object" && value !== null ? (value as Claims) : null;
  } catch {
    return null;
  }
}
