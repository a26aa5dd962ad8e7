import type { FastifyRequest } from "fastify";

export const originOf = (request: FastifyRequest) => `${request.protocol}://${request.host}`;

/** Fastify keeps only the last of parameters with one name; Airtable's lists repeat theirs. */
export function searchOf(request: FastifyRequest): URLSearchParams {
  const url = request.raw.url ?? "";
  const mark = url.indexOf("?");
  return new URLSearchParams(mark === -1 ? "" : url.slice(mark + 1));
}
