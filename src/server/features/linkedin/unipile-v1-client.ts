import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { OutboundError } from "#platform/outbound/outbound-error.ts";
import { GatewayError } from "./gateway.ts";
import { classifyError } from "./unipile-v1-errors.ts";

// A claimed part is parked after two minutes: every call ends well before.
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 4 * 1024 * 1024;
export const MAX_PAGES = 40;

const errorBody = z.object({ type: z.string() }).catch({ type: "" });

export interface GatewayRequest {
  method: "GET" | "POST" | "DELETE";
  path: string;
  query?: Record<string, string>;
  json?: object;
  form?: Record<string, string>;
}

/** Users enter the address with or without the path of the API. */
const apiAddress = (url: string): string => {
  const trimmed = url.replace(/\/+$/, "");
  return trimmed.endsWith("/api/v1") ? trimmed : `${trimmed}/api/v1`;
};

/** A multipart body. Not with FormData, which turns the line ends of a text into CRLF: a text arrives as it was approved. */
const encodeForm = (fields: Record<string, string>) => {
  const boundary = `form-${randomUUID()}`;
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const body = Buffer.from(`${parts.join("")}--${boundary}--\r\n`);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
};

const encodeBody = ({ json, form }: GatewayRequest) => {
  if (form) return encodeForm(form);
  return json ? { type: "application/json", body: JSON.stringify(json) } : undefined;
};

export const createClient = (outbound: Outbound, { url, apiKey }: { url: string; apiKey: string }) => {
  const base = apiAddress(url);
  const host = URL.parse(base)?.host ?? "";
  const send = async (request: GatewayRequest) => {
    const body = encodeBody(request);
    const query = new URLSearchParams(request.query ?? {}).toString();
    return outbound.request({
      url: `${base}/${request.path}${query && `?${query}`}`,
      method: request.method,
      headers: { "x-api-key": apiKey, accept: "application/json", ...(body && { "content-type": body.type }) },
      ...(body && { body: body.body }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      allowHosts: [host],
    });
  };
  /** Rejects with a GatewayError only. */
  const call = async (request: GatewayRequest): Promise<unknown> => {
    const { status, text } = await send(request).catch((error: unknown) => {
      if (!(error instanceof OutboundError)) throw error;
      throw new GatewayError(error.sent === "no" ? "unreachable" : "unknown", error.reason);
    });
    const parsed = parseJson(text);
    if (status >= 200 && status < 300) return parsed;
    const type = errorBody.parse(parsed).type.replace(/^errors\//, "");
    throw new GatewayError(classifyError(status, type), type || `status ${status}`);
  };
  /** All pages of a list, or the first. */
  const list = async <T>(
    item: z.ZodType<T>,
    request: Omit<GatewayRequest, "method">,
    pages = MAX_PAGES,
  ): Promise<T[]> => {
    const page = z.object({ items: z.array(z.unknown()), cursor: z.string().nullish() });
    const items: T[] = [];
    let cursor: string | null | undefined;
    for (let nth = 0; nth < pages; nth++) {
      const query = { ...request.query, ...(cursor ? { cursor } : {}) };
      const found = parseAnswer(page, await call({ ...request, method: "GET", query }));
      // A row in an unknown shape is left out: one odd message must not hide the others.
      for (const row of found.items) {
        const parsed = item.safeParse(row);
        if (parsed.success) items.push(parsed.data);
      }
      cursor = found.cursor;
      if (!cursor) break;
    }
    return items;
  };
  return { base, host, call, list };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const parseAnswer = <T>(schema: z.ZodType<T>, value: unknown): T => {
  const parsed = schema.safeParse(value);
  // A response with success but without a readable body: whatever was asked may have been done.
  if (!parsed.success) throw new GatewayError("unknown", "unreadable_answer");
  return parsed.data;
};
