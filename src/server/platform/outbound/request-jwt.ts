import { createHash, createHmac } from "node:crypto";

const LIFETIME_SECONDS = 300;

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");

/** A JWT (HS256) that identifies the company and the message, valid for this body and five minutes. */
export const signRequestJwt = (
  secret: string,
  { companyId, id, body, now }: { companyId: string; id: string; body: string; now: Date },
): string => {
  const seconds = Math.floor(now.getTime() / 1_000);
  const claims = {
    iss: "ultimate-sales-agent",
    sub: companyId,
    jti: id,
    iat: seconds,
    exp: seconds + LIFETIME_SECONDS,
    body_sha256: createHash("sha256").update(body).digest("hex"),
  };
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
};
