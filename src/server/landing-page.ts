import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

// Other sites show this picture beside a link to us, and take no address without a host.
const PICTURE = /(<meta property="og:image" content=")(\/[^"]*)(">)/;

type LandingPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** The page for visitors, with the address under which this installation is reached filled in; nothing without a page. */
export const readLandingPage = async (folder: string, publicUrl: URL): Promise<LandingPage | undefined> => {
  const built = await readFile(join(folder, "landing.html"), "utf8").catch(() => undefined);
  if (built === undefined) return undefined;
  const html = built.replace(PICTURE, (_, before: string, path: string, after: string) =>
    [before, new URL(path, publicUrl).href, after].join(""),
  );
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
