import { expect, test } from "vitest";
import { codeOf, matchingStep, newSecret, otpauthUri, stepAt } from "./totp.ts";

// "12345678901234567890", the secret of the examples in RFC 4226 and RFC 6238.
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [0, "755224"],
  [1, "287082"],
  [2, "359152"],
  [3, "969429"],
  [4, "338314"],
  [5, "254676"],
  [6, "287922"],
  [7, "162583"],
  [8, "399871"],
  [9, "520489"],
])("RFC 4226: counter %i is %s", (counter, code) => {
  expect(codeOf(SECRET, counter)).toBe(code);
});

// The RFC prints eight digits; six are the last six of them.
test.each([
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
])("RFC 6238: at %i seconds the code is %s", (seconds, code) => {
  expect(codeOf(SECRET, stepAt(new Date(seconds * 1000)))).toBe(code.slice(-6));
});

test("a code of the current or the previous step is accepted, an older or a later one is not", () => {
  const now = new Date("2026-11-14T12:00:00Z");
  const step = stepAt(now);
  for (const distance of [-1, 0]) {
    expect(matchingStep(SECRET, codeOf(SECRET, step + distance), now)).toBe(step + distance);
  }
  for (const distance of [-2, 1, 2]) expect(matchingStep(SECRET, codeOf(SECRET, step + distance), now)).toBeUndefined();
});

test.each(["", "1234567", "12345", "abcdef", "１２３４５６"])("%j is not accepted as a code", (text) => {
  expect(matchingStep(SECRET, text, new Date())).toBeUndefined();
});

test("a secret has 160 bits in base32", () => {
  const secrets = new Set(Array.from({ length: 50 }, newSecret));
  expect(secrets.size).toBe(50);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});

test("the QR code contains the product and the account", () => {
  expect(otpauthUri(SECRET, "élodie@voorbeeld.nl")).toBe(
    "otpauth://totp/Ultimate%20Sales%20Agent:%C3%A9lodie%40voorbeeld.nl" +
      `?secret=${SECRET}&issuer=Ultimate%20Sales%20Agent&algorithm=SHA1&digits=6&period=30`,
  );
});
