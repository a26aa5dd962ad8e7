import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import type { SandboxContext, SandboxService } from "../service.ts";
import { authenticate } from "./authentication.ts";
import { createObjectStore, type ObjectStore, S3_ACCOUNT } from "./objects.ts";
import { handleS3Call } from "./operations.ts";
import { readPayload } from "./payload.ts";

import { S3Error } from "./s3-error.ts";
import { readS3Request } from "./s3-request.ts";

const PREFIX = "/s3/";
const MAX_BYTES = 64 * 1024 * 1024;

/** S3-compatible storage with addresses in path style; signatures are verified as Amazon does. */
export function createS3Service({ clock }: SandboxContext): SandboxService {
  const store = createObjectStore();
  return {
    name: "s3",
    routes: (app) => addRoutes(app, store, clock),
    describe: (origin) => ({ s3: { endpoint: `${origin}/s3`, ...S3_ACCOUNT, forcePathStyle: true } }),
    reset: () => store.clear(),
  };
}

function addRoutes(app: FastifyInstance, store: ObjectStore, clock: Clock): void {
  // The signature covers the raw body, so no parser may consume it.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: MAX_BYTES }, (_request, body, done) =>
    done(null, body),
  );

  app.addHook("onRequest", async (_request, reply) => {
    // Clients correct their own clock by this header.
    reply.header("date", clock.now().toUTCString());
    reply.header("x-amz-request-id", randomBytes(8).toString("hex").toUpperCase());
    // CORS for uploads from the browser; a signature is still required.
    reply.header("access-control-allow-origin", "*");
    reply.header("access-control-expose-headers", "ETag, x-amz-request-id");
  });

  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) =>
    sendError(toS3Error(error), request, reply),
  );

  app.options(`${PREFIX}*`, (_request, reply) =>
    reply
      .headers({ "access-control-allow-methods": "GET, HEAD, PUT, DELETE", "access-control-allow-headers": "*" })
      .code(200)
      .send(),
  );

  app.route({
    method: ["GET", "HEAD", "PUT", "POST", "DELETE"],
    url: `${PREFIX}*`,
    handler: (request, reply) => {
      const now = clock.now();
      const s3Request = readS3Request(request.raw, PREFIX);
      const admission = authenticate(s3Request, now);
      const payload = readPayload(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), admission);
      const { status, headers, body } = handleS3Call({
        request: { ...s3Request, headers: admission.headers },
        payload,
        store,
        now,
      });
      return reply.code(status).headers(headers).send(body);
    },
  });
}

function toS3Error(error: Error & { statusCode?: number }): S3Error {
  if (error instanceof S3Error) return error;
  if (error.statusCode === 413) return new S3Error("EntityTooLarge", { MaxSizeAllowed: MAX_BYTES });
  if (error.statusCode !== undefined && error.statusCode < 500) return new S3Error("InvalidRequest", {}, error.message);
  return new S3Error("InternalError", {}, error.message);
}

function sendError(error: S3Error, request: FastifyRequest, reply: FastifyReply) {
  const requestId = String(reply.getHeader("x-amz-request-id"));
  const [resource = ""] = request.url.split("?");
  const body = request.method === "HEAD" ? "" : error.toXml(resource, requestId);
  return reply.code(error.status).type("application/xml").send(body);
}
