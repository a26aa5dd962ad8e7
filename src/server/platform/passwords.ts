import { hash, hashRaw, verify } from "@node-rs/argon2";

// OWASP's floor for argon2id. Four at a time: a flood of sign-ins takes 76 MiB and leaves the server its threads.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const MAX_CONCURRENT_HASHES = 4;

let runningHashes = 0;
const waitingForSlot: (() => void)[] = [];

/** Runs `work` when one of the hashing places is free. */
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

export const hashPassword = (password: string): Promise<string> => withHashingSlot(() => hash(password, OPTIONS));

let dummyHash: Promise<string> | undefined;

/** An unknown account costs the same work as a known one, so the time does not tell them apart. */
export const verifyPassword = async (passwordHash: string | undefined, password: string): Promise<boolean> => {
  dummyHash ??= hash("no account has this password", OPTIONS);
  const matches = await verify(passwordHash ?? (await dummyHash), password);
  return matches && passwordHash !== undefined;
};

/** For what is looked up by its hash: the same text with the same salt is the same hash. */
export const hashWithSalt = (text: string, salt: Uint8Array): Promise<Buffer> => hashRaw(text, { ...OPTIONS, salt });
