import type { FastifyReply, FastifyRequest } from "fastify";
import type { EventStream } from "./handlers.ts";

const HEARTBEAT_MS = 25_000;

/** Keeps the answer open and writes events to it until either side hangs up. */
export const openEventStream = (stream: EventStream, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.setHeader("content-type", "text/event-stream; charset=utf-8");
  raw.setHeader("cache-control", "no-store");
  raw.setHeader("x-accel-buffering", "no");
  raw.flushHeaders();
  raw.write("retry: 3000\n\n");
  const end = stream.open(
    (data) => raw.write(`data: ${JSON.stringify(data)}\n\n`),
    () => raw.end(),
  );
  const heartbeat = setInterval(() => raw.write(": \n\n"), HEARTBEAT_MS);
  request.raw.on("close", () => {
    clearInterval(heartbeat);
    end();
  });
  return reply;
};
