import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";
import type { EventStream } from "./handlers.ts";

const HEARTBEAT_MS = 25_000;
/** What a client has not read yet is in our memory. A screen whose stream is closed opens it again and reads its data. */
const MAX_UNREAD_BYTES = 1024 * 1024;

export interface EventStreams {
  /** Keeps the response open and writes events to it until either side closes it. */
  open(stream: EventStream, reply: FastifyReply): FastifyReply;
  /** An open stream would otherwise keep a stopping server alive for as long as somebody has a screen open. */
  endAll(): void;
}

const writeHead = (reply: FastifyReply): ServerResponse => {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.setHeader("content-type", "text/event-stream; charset=utf-8");
  raw.setHeader("x-accel-buffering", "no");
  // The connection closes with the stream, so that a stopping server does not wait for it.
  raw.setHeader("connection", "close");
  raw.flushHeaders();
  raw.write("retry: 3000\n\n");
  return raw;
};

const writeOrClose = (raw: ServerResponse, text: string): void => {
  if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy();
  else raw.write(text);
};

const ignore = (): void => undefined;

export const createEventStreams = (): EventStreams => {
  const responses = new Set<ServerResponse>();
  return {
    open: (stream, reply) => {
      if (reply.raw.destroyed) {
        // The client left while it was being authorised: "close" was emitted already, and nothing else would end the stream.
        reply.hijack();
        stream.open(ignore, ignore)();
        return reply;
      }
      const raw = writeHead(reply);
      responses.add(raw);
      const heartbeat = setInterval(() => writeOrClose(raw, ": \n\n"), HEARTBEAT_MS);
      const unsubscribe = stream.open(
        (data) => writeOrClose(raw, `data: ${JSON.stringify(data)}\n\n`),
        () => raw.end(),
      );
      raw.on("close", () => {
        responses.delete(raw);
        clearInterval(heartbeat);
        unsubscribe();
      });
      return reply;
    },
    endAll: () => {
      for (const raw of responses) raw.end();
    },
  };
};
