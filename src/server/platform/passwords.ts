import { hash, hashRaw, verify } from "@node-rs/argon2";

// OWASP's minimum for argon2id. Four at a time: a flood of sign-ins takes 76 MiB and leaves the server its threads.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const MAX_CONCURRENT_HASHES = 4;

let runningHashes = 0;
const waitingForSlot: (() => void)[] = [];

/** Runs `work` as soon as fewer than the maximum number of hashes are being computed. */
export const withHashingSlot = async <T>(work: () => Promise<T>): Promise<T> => {
  if (runningHashes >= MAX_CONCURRENT_HASHES) await new Promise<void>((resolve) => waitingForSlot.push(resolve));
  else runningHashes += 1;
  try {
    return await work();
  } finally {
    const next = waitingForSlot.shift();
    if (next) next();
    else runningHashes -= 1;
  }
};

/** The same text can be typed as different code points, depending on the keyboard. */
const normalize = (password: string): string => password.normalize("NFC");

export const hashPassword = (password: string): Promise<string> =>
  withHashingSlot(() => hash(normalize(password), OPTIONS));

let dummyHash: Promise<string> | undefined;

/**
 * Also hashes for an unknown account, so that the response time does not reveal whether it exists. Does not take a hashing slot:
 * the caller does.
 */
export const verifyPassword = async (passwordHash: string | undefined, password: string): Promise<boolean> => {
  dummyHash ??= hash("no account has this password", OPTIONS);
  const matches = await verify(passwordHash ?? (await dummyHash), normalize(password));
  return matches && passwordHash !== undefined;
};

/** Deterministic, for values that are looked up by their hash. Does not take a hashing slot: the caller does. */
export const hashWithSalt = (text: string, salt: Uint8Array): Promise<Buffer> => hashRaw(text, { ...OPTIONS, salt });
