import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedRequest {
  path: string;
  headers: IncomingMessage["headers"];
  /** The body as it was received. */
  text: string;
  body: Record<string, unknown>;
}

/** A response with this status, or a failure without a complete response. */
export type ReceiverBehaviour = number | "hang" | "reset" | "break off";

export interface Receiver {
  url: string;
  received: ReceivedRequest[];
  /** With a promise, the response waits until the test resolves it. */
  behaviour: ReceiverBehaviour | Promise<ReceiverBehaviour>;
  /** The body of its responses. */
  answer: object;
  /** Resolves with the next request. */
  next(): Promise<ReceivedRequest>;
  close(): Promise<void>;
}

const readText = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const respond = (
  behaviour: ReceiverBehaviour,
  answer: object,
  { socket }: IncomingMessage,
  response: ServerResponse,
): void => {
  if (behaviour === "hang") return;
  if (behaviour === "reset") {
    socket.resetAndDestroy();
    return;
  }
  if (behaviour === "break off") {
    response.writeHead(200, { "content-length": "100" }).write("{");
    setTimeout(() => socket.destroy(), 20);
    return;
  }
  response.writeHead(behaviour, { "content-type": "application/json" }).end(JSON.stringify(answer));
};

/** An HTTP server in place of a URL of the company that the product calls. */
export const startReceiver = async (): Promise<Receiver> => {
  const waiting: ((received: ReceivedRequest) => void)[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await readText(request);
    const body = JSON.parse(text) as Record<string, unknown>;
    const received = { path: request.url ?? "", headers: request.headers, text, body };
    receiver.received.push(received);
    waiting.shift()?.(received);
    respond(await receiver.behaviour, receiver.answer, request, response);
  };
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook/deliver-message`,
    received: [],
    behaviour: 200,
    answer: {},
    next: () => new Promise((resolve) => waiting.push(resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
};
