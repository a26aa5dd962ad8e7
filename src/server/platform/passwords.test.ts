import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { AppError } from "./app-error.ts";
import { hashPassword, verifyPassword, withHashingSlot } from "./passwords.ts";

test("a password is verified by its hash, which is never the same twice", async () => {
  const [one, other] = await Promise.all([hashPassword("geheim-123"), hashPassword("geheim-123")]);
  expect(one).not.toBe(other);
  expect(await verifyPassword(one, "geheim-123")).toBe(true);
  expect(await verifyPassword(one, "geheim-124")).toBe(false);
});

test("no hash is no match, whatever the password", async () => {
  expect(await verifyPassword(undefined, "no account has this password")).toBe(false);
});

test("many passwords are hashed four at a time, in order", async () => {
  let running = 0;
  let most = 0;
  const started: number[] = [];
  const work = (nth: number) =>
    withHashingSlot(async () => {
      started.push(nth);
      running += 1;
      most = Math.max(most, running);
      await turn();
      running -= 1;
    });
  await Promise.all(Array.from({ length: 20 }, (_, nth) => work(nth)));
  expect(most).toBe(4);
  expect(started).toEqual(Array.from({ length: 20 }, (_, nth) => nth));
});

test("a client has one slot at a time, and does not hold up other clients while it waits", async () => {
  const { promise: freed, resolve: free } = Promise.withResolvers<void>();
  const started: string[] = [];
  const work = (client: string) =>
    withHashingSlot(async () => {
      started.push(client);
      await freed;
    }, client);
  const all = ["a", "a", "a", "a", "b", "a", "c"].map(work);
  await turn();
  expect(started).toEqual(["a", "b", "c"]);
  free();
  await Promise.all(all);
  expect(started).toHaveLength(7);
});

test("a client with a hundred waiting requests is refused, others are not", async () => {
  const { promise: freed, resolve: free } = Promise.withResolvers<void>();
  const all = Array.from({ length: 101 }, () => withHashingSlot(() => freed, "a"));
  const outcome = withHashingSlot(() => freed, "a").catch(({ code }: AppError) => code);
  // Without the limit it would wait until the end of the test.
  expect(await Promise.race([outcome, turn("is waiting")])).toBe("too_many_requests");
  expect(await withHashingSlot(() => Promise.resolve("aan de beurt"), "b")).toBe("aan de beurt");
  free();
  await Promise.all(all);
});

test("failed work frees its slot", async () => {
  const fail = () => withHashingSlot(() => Promise.reject(new Error("mislukt")));
  await Promise.allSettled(Array.from({ length: 10 }, fail));
  expect(await withHashingSlot(() => Promise.resolve("aan de beurt"))).toBe("aan de beurt");
});
