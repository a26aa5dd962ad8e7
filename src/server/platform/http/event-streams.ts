import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";
import type { EventStream } from "./handlers.ts";

const HEARTBEAT_MS = 25_000;

export interface EventStreams {
  /** Keeps the answer open and writes events to it until either side hangs up. */
  open(stream: EventStream, reply: FastifyReply): FastifyReply;
  /** A stream would otherwise hold up the end of the server for as long as somebody has a screen open. */
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
  // The connection ends with the stream, so that a stopping server has nothing left to wait for.
  raw.setHeader("connection", "close");
  raw.flushHeaders();
  raw.write("retry: 3000\n\n");
  return raw;
};

export const createEventStreams = (): EventStreams => {
  const open = new Set<ServerResponse>();
  return {
    open: (stream, reply) => {
      const raw = writeHead(reply);
      open.add(raw);
      const heartbeat = setInterval(() => raw.write(": \n\n"), HEARTBEAT_MS);
      const end = stream.open(
        (data) => raw.write(`data: ${JSON.stringify(data)}\n\n`),
        () => raw.end(),
      );
      raw.on("close", () => {
        open.delete(raw);
        clearInterval(heartbeat);
        end();
      });
      return reply;
    },
    endAll: () => {
      for (const raw of open) raw.end();
    },
  };
};
