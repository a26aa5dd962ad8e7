import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** A secret of the installation, and the key id that ciphertexts refer to it by. */
export interface NamedSecret {
  id: string;
  secret: string;
}

export interface SecretBox {
  /** Encrypts for one context (`company:7:airtable`): the result cannot be decrypted for another. */
  encrypt(plain: string, context: string): string;
  /** Throws a DecryptionError for a wrong context, an unknown key, or a text that is no ciphertext of ours. */
  decrypt(encrypted: string, context: string): string;
  /** Whether it was encrypted with a previous key. */
  needsRotation(encrypted: string): boolean;
}

export class DecryptionError extends Error {
  override readonly name = "DecryptionError";
  readonly reason: "malformed" | "unknown_key" | "not_authentic";

  constructor(reason: DecryptionError["reason"]) {
    super(`The stored secret cannot be decrypted: ${reason}.`);
    this.reason = reason;
  }
}

const FORMAT = "v1";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/;
/** The key id of values from before secrets had ids of their own. */
const LEGACY_KEY_ID = "1";

/** Derives a key for one purpose, so that no two uses share a key. */
export const deriveKey = (secret: string, purpose: string): Buffer => {
  if (!secret || !purpose) throw new Error("A derived key needs a secret and a purpose.");
  return Buffer.from(hkdfSync("sha256", secret, "ultimate-sales-agent", purpose, KEY_BYTES));
};

/** The key id is derived from the secret and reveals nothing about it. */
export const toNamedSecret = (secret: string): NamedSecret => ({
  id: deriveKey(secret, "key-id").toString("hex").slice(0, 12),
  secret,
});

/** Authenticates format, key id and context, so that none of them can be exchanged. */
const additionalData = (keyId: string, context: string): Buffer => Buffer.from(`${FORMAT}.${keyId}.${context}`);

const parse = (encrypted: string): { keyId: string; nonce: Buffer; ciphertext: Buffer; tag: Buffer } => {
  const [format, keyId, nonce, body, ...rest] = encrypted.split(".");
  if (format !== FORMAT || !keyId || !nonce || !body || rest.length > 0) throw new DecryptionError("malformed");
  const bytes = Buffer.from(body, "base64url");
  const parsed = {
    keyId,
    nonce: Buffer.from(nonce, "base64url"),
    ciphertext: bytes.subarray(0, -TAG_BYTES),
    tag: bytes.subarray(-TAG_BYTES),
  };
  // A shorter tag would be easier to forge.
  const isComplete = parsed.nonce.length === NONCE_BYTES && parsed.tag.length === TAG_BYTES;
  if (!isComplete) throw new DecryptionError("malformed");
  return parsed;
};

const deriveKeys = (secrets: readonly NamedSecret[]): ReadonlyMap<string, Buffer> => {
  const keys = new Map<string, Buffer>();
  for (const { id, secret } of secrets) {
    if (!KEY_ID.test(id)) throw new Error("A key id is 1 to 32 letters, digits, dashes or underscores.");
    if (keys.has(id)) throw new Error(`Two keys have the id ${id}.`);
    keys.set(id, deriveKey(secret, "secret-box"));
  }
  return keys;
};

/** Encryption at rest with the current key; values of previous keys can still be decrypted. */
export const createSecretBox = (secrets: { current: NamedSecret; previous?: readonly NamedSecret[] }): SecretBox => {
  const { current, previous = [] } = secrets;
  const keys = deriveKeys([current, ...previous]);
  const keysOf = (id: string): Buffer[] => {
    const key = keys.get(id);
    if (key) return [key];
    if (id === LEGACY_KEY_ID) return [...keys.values()];
    throw new DecryptionError("unknown_key");
  };
  const [currentKey] = keysOf(current.id) as [Buffer];

  return {
    encrypt: (plain, context) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", currentKey, nonce);
      cipher.setAAD(additionalData(current.id, context));
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return [FORMAT, current.id, nonce.toString("base64url"), body.toString("base64url")].join(".");
    },
    decrypt: (encrypted, context) => {
      const { keyId, nonce, ciphertext, tag } = parse(encrypted);
      for (const key of keysOf(keyId)) {
        const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
        decipher.setAAD(additionalData(keyId, context)).setAuthTag(tag);
        try {
          return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString("utf8");
        } catch {
          // Not with this key.
        }
      }
      throw new DecryptionError("not_authentic");
    },
    needsRotation: (encrypted) => parse(encrypted).keyId !== current.id,
  };
};
