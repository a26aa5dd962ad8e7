import { expect, test } from "vitest";
import { createSecretBox, DecryptionError, deriveKey, toNamedSecret } from "./secrets.ts";

const CONTEXT = "company:7:airtable";
const first = { id: "2026-1", secret: "a long and random secret of the installation" };
const second = { id: "2026-2", secret: "another long and random secret of it" };
const box = createSecretBox({ current: first });

const reasonOf = (open: () => unknown): string => {
  try {
    open();
  } catch (error) {
    if (error instanceof DecryptionError) return error.reason;
    throw error;
  }
  return "opened";
};

test.each(["patAbc.123", "", "geheim 🔑 é", "x".repeat(10_000)])("an encrypted value is decrypted again", (plain) => {
  expect(box.decrypt(box.encrypt(plain, CONTEXT), CONTEXT)).toBe(plain);
});

test("the text is not in the ciphertext, the key id is", () => {
  const encrypted = box.encrypt("patAbc.123", CONTEXT);
  expect(encrypted).toMatch(/^v1\.2026-1\.[\w-]{16}\.[\w-]+$/);
  expect(Buffer.from(encrypted.split(".")[3] ?? "", "base64url").toString("latin1")).not.toContain("patAbc");
});

test("the same text never gives the same ciphertext", () => {
  const encrypted = new Set(Array.from({ length: 200 }, () => box.encrypt("patAbc.123", CONTEXT)));
  expect(encrypted.size).toBe(200);
});

test("a ciphertext moved to another company or field cannot be decrypted", () => {
  const encrypted = box.encrypt("patAbc.123", CONTEXT);
  expect(reasonOf(() => box.decrypt(encrypted, "company:8:airtable"))).toBe("not_authentic");
  expect(reasonOf(() => box.decrypt(encrypted, "company:7:gateway"))).toBe("not_authentic");
  expect(reasonOf(() => box.decrypt(encrypted, ""))).toBe("not_authentic");
});

test("no byte of a ciphertext can be changed", () => {
  const encrypted = box.encrypt("patAbc.123", CONTEXT);
  const [format, id, nonce = "", body = ""] = encrypted.split(".");
  for (const [part, rebuild] of [
    [nonce, (changed: string) => [format, id, changed, body].join(".")],
    [body, (changed: string) => [format, id, nonce, changed].join(".")],
  ] as const) {
    const bytes = Buffer.from(part, "base64url");
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(bytes.readUInt8(index) ^ 1, index);
      expect(reasonOf(() => box.decrypt(rebuild(changed.toString("base64url")), CONTEXT))).toBe("not_authentic");
    }
  }
});

test.each([
  "",
  "patAbc.123",
  "v1.2026-1",
  "v1.2026-1..",
  "v2.2026-1.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  "v1.2026-1.AAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  "v1.2026-1.AAAAAAAAAAAAAAAA.AAAA",
  "v1.2026-1.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAA.AAAA",
])("a text that is no ciphertext is refused: %j", (encrypted) => {
  expect(reasonOf(() => box.decrypt(encrypted, CONTEXT))).toBe("malformed");
});

test("after a rotation old values are readable, new ones use the new key, and then the old key can be removed", () => {
  const old = box.encrypt("patAbc.123", CONTEXT);
  const rotating = createSecretBox({ current: second, previous: [first] });
  expect(rotating.decrypt(old, CONTEXT)).toBe("patAbc.123");
  expect(rotating.needsRotation(old)).toBe(true);

  const renewed = rotating.encrypt(rotating.decrypt(old, CONTEXT), CONTEXT);
  expect(rotating.needsRotation(renewed)).toBe(false);

  const rotated = createSecretBox({ current: second });
  expect(rotated.decrypt(renewed, CONTEXT)).toBe("patAbc.123");
  expect(reasonOf(() => rotated.decrypt(old, CONTEXT))).toBe("unknown_key");
});

test("values from before key ids are decrypted with any known secret", () => {
  const unnamed = createSecretBox({ current: { id: "1", secret: first.secret } }).encrypt("patAbc.123", CONTEXT);
  for (const [current, previous] of [
    [first, second],
    [second, first],
  ] as const) {
    const box = createSecretBox({ current: toNamedSecret(current.secret), previous: [toNamedSecret(previous.secret)] });
    expect(box.decrypt(unnamed, CONTEXT)).toBe("patAbc.123");
    expect(box.needsRotation(unnamed)).toBe(true);
  }
  const otherBox = createSecretBox({ current: toNamedSecret(second.secret) });
  expect(reasonOf(() => otherBox.decrypt(unnamed, CONTEXT))).toBe("not_authentic");
});

test("the key id of another secret is not accepted", () => {
  const encrypted = box.encrypt("patAbc.123", CONTEXT);
  const impostor = createSecretBox({ current: { id: first.id, secret: second.secret } });
  expect(reasonOf(() => impostor.decrypt(encrypted, CONTEXT))).toBe("not_authentic");
  const sameSecretOtherId = createSecretBox({ current: { id: "other", secret: first.secret } });
  expect(reasonOf(() => sameSecretOtherId.decrypt(encrypted.replace("2026-1", "other"), CONTEXT))).toBe(
    "not_authentic",
  );
});

test("key ids are valid and unique", () => {
  expect(() => createSecretBox({ current: { id: "a.b", secret: "x" } })).toThrow("key id");
  expect(() => createSecretBox({ current: { id: "", secret: "x" } })).toThrow("key id");
  expect(() => createSecretBox({ current: first, previous: [first] })).toThrow("Two keys");
  expect(() => createSecretBox({ current: { id: "a", secret: "" } })).toThrow("needs a secret");
});

test("every purpose has its own key, the same at every start", () => {
  expect(deriveKey("secret", "uploads")).toHaveLength(32);
  expect(deriveKey("secret", "uploads")).toEqual(deriveKey("secret", "uploads"));
  expect(deriveKey("secret", "uploads")).not.toEqual(deriveKey("secret", "sessions"));
  expect(deriveKey("secret", "uploads")).not.toEqual(deriveKey("secret 2", "uploads"));
});
