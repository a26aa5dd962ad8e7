import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedRequest {
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
}

/** How the receiver takes a message: an answer with this status, or none at all. */
export type ReceiverBehaviour = number | "hang" | "reset" | "break off";

export interface Receiver {
  url: string;
  received: ReceivedRequest[];
  /** As a promise, it answers when the test lets it. */
  manner: ReceiverBehaviour | Promise<ReceiverBehaviour>;
  /** Resolves when a message has come in. */
  next(): Promise<ReceivedRequest>;
  close(): Promise<void>;
}

const readBody = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
};

const respond = (manner: ReceiverBehaviour, { socket }: IncomingMessage, response: ServerResponse): void => {
  if (manner === "hang") return;
  if (manner === "reset") {
    socket.resetAndDestroy();
    return;
  }
  if (manner === "break off") {
    response.writeHead(200, { "content-length": "100" }).write("{");
    setTimeout(() => socket.destroy(), 20);
    return;
  }
  response.writeHead(manner, { "content-type": "application/json" }).end("{}");
};

/** The address that a company's messages are delivered to, behaving as the test says. */
export const startReceiver = async (): Promise<Receiver> => {
  const waiting: ((received: ReceivedRequest) => void)[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const received = { headers: request.headers, body: await readBody(request) };
    receiver.received.push(received);
    waiting.shift()?.(received);
    respond(await receiver.manner, request, response);
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook/deliver-message`,
    received: [],
    manner: 200,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
};
