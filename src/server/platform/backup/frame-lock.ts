import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { ArchiveError, type FrameKind, type Lock } from "./archive-format.ts";

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);

const COST = 65_536;
const BLOCK = 8;
const TAG_BYTES = 16;

/** What stands between the content of a frame and what is in the file. The order of the frames is part of it. */
export interface FrameLock {
  close(kind: FrameKind, content: Uint8Array): Uint8Array;
  open(kind: FrameKind, stored: Uint8Array): Uint8Array;
}

export const newLock = (): Lock => ({ kdf: "scrypt", cost: COST, salt: randomBytes(16).toString("base64") });

const withoutLock: FrameLock = { close: (_kind, content) => content, open: (_kind, stored) => stored };

const keyOf = (passphrase: string, { cost, salt }: Lock): Promise<Buffer> =>
  derive(passphrase, Buffer.from(salt, "base64"), 32, { N: cost, r: BLOCK, p: 1, maxmem: 256 * cost * BLOCK });

/**
 * AES-256-GCM for every frame. The salt makes the key this archive's alone, so counting frames makes a nonce that is never
 * used twice; with it no frame can change place, be left out or come from another archive.
 */
const createFrameLock = (key: Buffer, headBytes: Uint8Array): FrameLock => {
  const headHash = createHash("sha256").update(headBytes).digest();
  let count = 0n;
  const next = (kind: FrameKind) => {
    const nonce = Buffer.alloc(12);
    nonce.writeBigUInt64BE(count++, 4);
    return { nonce, context: Buffer.concat([headHash, Buffer.of(kind)]) };
  };
  return {
    close: (kind, content) => {
      const { nonce, context } = next(kind);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(context);
      return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
    },
    open: (kind, stored) => {
      const { nonce, context } = next(kind);
      if (stored.length < TAG_BYTES) throw new ArchiveError("De reservekopie is beschadigd.");
      const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES }).setAAD(context);
      decipher.setAuthTag(stored.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(stored.subarray(0, -TAG_BYTES)), decipher.final()]);
      } catch {
        throw new ArchiveError(
          count === 1n
            ? "BACKUP_PASSPHRASE past niet op deze reservekopie, of zij is beschadigd."
            : "De reservekopie is beschadigd.",
        );
      }
    },
  };
};

export const openFrameLock = async (
  lock: Lock | undefined,
  passphrase: string | undefined,
  headBytes: Uint8Array,
): Promise<FrameLock> => {
  if (!lock) return withoutLock;
  if (!passphrase)
    throw new ArchiveError("Deze reservekopie is versleuteld: geef het wachtwoord in BACKUP_PASSPHRASE.");
  return createFrameLock(await keyOf(passphrase, lock), headBytes);
};
