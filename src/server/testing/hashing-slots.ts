import { setTimeout } from "node:timers/promises";
import { MAX_CONCURRENT_HASHES, withHashingSlot } from "#platform/passwords.ts";

const PATIENCE_MS = 60_000;

/** Whether a request is answered while every hashing slot is taken. */
export const isAnsweredWithoutHashing = async (request: () => Promise<unknown>): Promise<boolean> => {
  const { promise: freed, resolve: free } = Promise.withResolvers<void>();
  const hashes = Array.from({ length: MAX_CONCURRENT_HASHES }, () => withHashingSlot(() => freed));
  const answer = request().then(() => true);
  const isAnswered = await Promise.race([answer, setTimeout(PATIENCE_MS, false)]);
  free();
  await Promise.all([...hashes, answer]);
  return isAnswered;
};
