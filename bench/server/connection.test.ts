import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Connection } from "./connection.ts";

const RESPONSE = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngoed";

/** The response comes in parts of these lengths, and then the rest. */
let lengths: readonly number[] = [];
const respondInParts = async (socket: Socket): Promise<void> => {
  let sent = 0;
  for (const length of lengths) {
    socket.write(RESPONSE.slice(sent, sent + length));
    sent += length;
    await sleep(20);
  }
  socket.write(RESPONSE.slice(sent));
};
const server = createServer((socket) => {
  socket.setNoDelay().on("data", () => void respondInParts(socket));
  socket.on("error", () => undefined);
});
beforeAll(() => once(server.listen(0, "127.0.0.1"), "listening"));
afterAll(() => void server.close());

test.each([
  ["at once", []],
  ["with its head in two parts", [10]],
  ["with its head in three parts", [10, 10]],
  ["with its body after its head", [RESPONSE.length - 4]],
  ["with its head and its body in two parts each", [10, RESPONSE.length - 12]],
])("a response that comes %s is read", async (_how, parts) => {
  lengths = parts;
  const connection = new Connection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const responses = [
    await connection.send({ method: "GET", path: "/" }),
    await connection.send({ method: "GET", path: "/" }),
  ];
  connection.close();
  expect(responses.map(({ status, body }) => [status, body.toString()])).toEqual([
    [200, "goed"],
    [200, "goed"],
  ]);
});
