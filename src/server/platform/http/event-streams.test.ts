import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { createEventStreams } from "./event-streams.ts";

const EVENT = { text: "x".repeat(64 * 1024) };

test("a stream that is not read is closed when a megabyte waits, and one that is read stays open", async () => {
  const app = Fastify();
  const streams = createEventStreams();
  const senders: ((data: unknown) => void)[] = [];
  const closed: number[] = [];
  app.get("/", (_request, reply) =>
    streams.open(
      {
        open: (send) => {
          const nth = senders.push(send) - 1;
          return () => closed.push(nth);
        },
      },
      reply,
    ),
  );
  await app.listen({ host: "127.0.0.1", port: 0 });
  const openStream = () =>
    new Promise<IncomingMessage>((resolve) =>
      get({ port: (app.server.address() as AddressInfo).port, host: "127.0.0.1", agent: false }, resolve),
    );
  // Node reads nothing of a response that nobody listens to; the system's buffers take the first megabytes.
  const unread = await openStream();
  unread.on("error", () => undefined);
  const read = await openStream();
  let bytes = 0;
  read.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
  });
  const sendMore = async () => {
    const before = bytes;
    for (const send of senders) send(EVENT);
    await expect.poll(() => bytes - before >= EVENT.text.length, { interval: 1 }).toBe(true);
    return closed;
  };
  for (let nth = 0; nth < 1_000 && (await sendMore()).length === 0; nth++);
  expect(closed).toEqual([0]);
  streams.endAll();
  await app.close();
});
