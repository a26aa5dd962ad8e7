import { randomBytes } from "node:crypto";
import { hash, hashRaw, verify } from "@node-rs/argon2";
import { AppError } from "./app-error.ts";

// OWASP's minimum for argon2id. Four at a time: a flood of sign-ins takes 76 MiB and leaves the server its threads.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
export const MAX_CONCURRENT_HASHES = 4;

const MAX_WAITING_PER_CLIENT = 100;

interface WaitingWork {
  client: string | undefined;
  start(): void;
}

let runningHashes = 0;
const waiting: WaitingWork[] = [];
const servedClients = new Set<string>();

const startNext = (): void => {
  while (runningHashes < MAX_CONCURRENT_HASHES) {
    const index = waiting.findIndex(({ client }) => !client || !servedClients.has(client));
    const [next] = index === -1 ? [] : waiting.splice(index, 1);
    if (!next) return;
    runningHashes += 1;
    if (next.client) servedClients.add(next.client);
    next.start();
  }
};

const tooManyWaiting = () =>
  new AppError("too_many_requests", "Er komen te veel verzoeken tegelijk van dit adres. Probeer het zo opnieuw.", {
    retryAfterSeconds: 5,
  });

/**
 * Limits the number of hashes that are computed at the same time: `work` waits for a free slot. One client, such as an IP address, uses
 * at most one slot, so that it cannot hold up the others.
 */
export const withHashingSlot = async <T>(work: () => Promise<T>, client?: string): Promise<T> => {
  if (client && waiting.filter((other) => other.client === client).length >= MAX_WAITING_PER_CLIENT)
    throw tooManyWaiting();
  await new Promise<void>((resolve) => {
    waiting.push({ client, start: resolve });
    startNext();
  });
  try {
    return await work();
  } finally {
    runningHashes -= 1;
    if (client) servedClients.delete(client);
    startNext();
  }
};

/** The same text can be typed as different code points, depending on the keyboard. */
const normalize = (password: string): string => password.normalize("NFC");

export const hashPassword = (password: string): Promise<string> =>
  withHashingSlot(() => hash(normalize(password), OPTIONS));

let unknownHash: Promise<string> | undefined;

/**
 * The hash of a password that nobody knows, for an account that has none yet. The same for all accounts of this process: hashing
 * takes slots for which people who sign in wait.
 */
export const hashOfUnknownPassword = (): Promise<string> => {
  unknownHash ??= hash(randomBytes(32).toString("base64url"), OPTIONS);
  return unknownHash;
};

/**
 * Also hashes for an unknown account, so that the response time does not reveal whether it exists. Does not take a hashing slot:
 * the caller does.
 */
export const verifyPassword = async (passwordHash: string | undefined, password: string): Promise<boolean> => {
  const matches = await verify(passwordHash ?? (await hashOfUnknownPassword()), normalize(password));
  return matches && passwordHash !== undefined;
};

/** Deterministic, for values that are looked up by their hash. Does not take a hashing slot: the caller does. */
export const hashWithSalt = (text: string, salt: Uint8Array): Promise<Buffer> => hashRaw(text, { ...OPTIONS, salt });
