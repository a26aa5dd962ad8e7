import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { deriveKey } from "./secrets.ts";
import { signUploadToken, verifyUploadToken } from "./upload-token.ts";

const key = [deriveKey("a long and random secret of the installation", "uploads")];
const now = new Date("2026-11-14T10:00:00Z");
const grant = { companyId: "7", objectKey: "companies/7/logo-1", expiresAt: new Date("2026-11-14T10:10:00Z") };

const UNKNOWN = { status: "unknown" };

test("a grant is read back unchanged from a token that fits into a URL", () => {
  const token = signUploadToken(grant, key);
  expect(token).toMatch(/^[\w-]+\.[\w-]{43}$/);
  expect(verifyUploadToken(token, key, now)).toEqual({ status: "good", grant });
});

test("a grant expires at its time", () => {
  const token = signUploadToken(grant, key);
  expect(verifyUploadToken(token, key, new Date("2026-11-14T10:09:59.999Z"))).toEqual({ status: "good", grant });
  expect(verifyUploadToken(token, key, grant.expiresAt)).toEqual({ status: "expired", grant });
  expect(verifyUploadToken(token, key, new Date("2026-11-15T10:00:00Z"))).toEqual({ status: "expired", grant });
});

test("a grant of another key is not accepted", () => {
  expect(verifyUploadToken(signUploadToken(grant, [deriveKey("another secret", "uploads")]), key, now)).toEqual(
    UNKNOWN,
  );
});

test("company, object and time cannot be changed, nor taken from another grant", () => {
  const [, signature] = signUploadToken(grant, key).split(".");
  for (const change of [
    { companyId: "8" },
    { objectKey: "companies/8/logo-1" },
    { expiresAt: new Date("2027-11-14T10:10:00Z") },
  ]) {
    const [payload] = signUploadToken({ ...grant, ...change }, [deriveKey("attacker", "uploads")]).split(".");
    expect(verifyUploadToken(`${payload}.${signature}`, key, now)).toEqual(UNKNOWN);
  }
});

test("no other base64 spelling of a token is accepted", () => {
  const token = signUploadToken(grant, key);
  for (let index = 0; index < token.length; index += 1) {
    for (const other of "AQgw_-.=") {
      if (token[index] === other) continue;
      const changed = token.slice(0, index) + other + token.slice(index + 1);
      expect(verifyUploadToken(changed, key, now)).toEqual(UNKNOWN);
    }
  }
  for (const changed of [`${token}=`, `${token}.`, ` ${token}`, token.slice(0, -1), `${token}A`]) {
    expect(verifyUploadToken(changed, key, now)).toEqual(UNKNOWN);
  }
});

test.each(["", ".", "..", "abc", "🔑.🔑", "a".repeat(100_000)])("a text that is no token is refused", (token) => {
  expect(verifyUploadToken(token, key, now)).toEqual(UNKNOWN);
});

test("an empty payload with a forged signature is refused", () => {
  const forged = createHmac("sha256", "").update("").digest("base64url");
  expect(verifyUploadToken(`.${forged}`, key, now)).toEqual(UNKNOWN);
});

test("a grant without company, object or a real time cannot be signed", () => {
  expect(() => signUploadToken({ ...grant, companyId: "" }, key)).toThrow();
  expect(() => signUploadToken({ ...grant, objectKey: "" }, key)).toThrow();
  expect(() => signUploadToken({ ...grant, expiresAt: new Date("never") }, key)).toThrow();
});
