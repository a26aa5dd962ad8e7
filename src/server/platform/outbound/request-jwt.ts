import { createHash, createHmac } from "node:crypto";

const LIFETIME_SECONDS = 300;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A JWT (HS256) that identifies the company (sub) and the message part or workflow run (jti); valid for this body, for five minutes. */
export const signRequestJwt = (
  secret: string,
  { companyId, requestId, body, now }: { companyId: string; requestId: string; body: string; now: Date },
): string => {
  const seconds = Math.floor(now.getTime() / 1_000);
  const claims = {
    iss: "ultimate-sales-agent",
    sub: companyId,
    jti: requestId,
    iat: seconds,
    exp: seconds + LIFETIME_SECONDS,
    body_sha256: createHash("sha256").update(body).digest("hex"),
  };
  const signingInput = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${signingInput}.${createHmac("sha256", secret).update(signingInput).digest("base64url")}`;
};
