import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

export type Page = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** A page that is the same for everybody until the next start: compressed once, and not sent again to whoever has it. */
export const pageInMemory = (html: string): Page => {
  const etag = `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
  const forms = {
    br: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    gzip: gzipSync(html),
  };
  return (request, reply) => {
    reply.type("text/html; charset=utf-8").header("etag", etag);
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    const accepted = String(request.headers["accept-encoding"] ?? "");
    const encoding = (["br", "gzip"] as const).find((name) => new RegExp(`\\b${name}\\b(?!;q=0)`).test(accepted));
    return encoding ? reply.header("content-encoding", encoding).send(forms[encoding]) : reply.send(html);
  };
};
