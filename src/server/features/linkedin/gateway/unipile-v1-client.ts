import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { OutboundError } from "#platform/outbound/outbound-error.ts";
import { GatewayError } from "./gateway.ts";
import { classifyError } from "./unipile-v1-errors.ts";

// A claimed part is parked after two minutes: every call ends well before.
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 512 * 1024;

/** How much of a list is read. The gateway can be anybody's server: a company enters its address. */
export interface ListLimits {
  pages: number;
  pageBytes: number;
  /** No page is read after this. */
  totalBytes: number;
  timeoutMs: number;
}

const MEGABYTE = 1024 * 1024;
export const LONG_LIST: ListLimits = {
  pages: 40,
  pageBytes: 4 * MEGABYTE,
  totalBytes: 32 * MEGABYTE,
  timeoutMs: TIMEOUT_MS,
};
export const FIRST_PAGE: ListLimits = { ...LONG_LIST, pages: 1 };
/** Also read while a user waits, in the process that answers every company. */
export const SHORT_LIST: ListLimits = {
  pages: 10,
  pageBytes: MEGABYTE / 2,
  totalBytes: 2 * MEGABYTE,
  timeoutMs: 10_000,
};

const MAX_CURSOR_LENGTH = 4_000;

// Far longer than Unipile's: longer ones are of a server that only speaks like it.
export const id = z.string().max(500);
export const shortText = z.string().max(500);

const errorBody = z.object({ type: shortText }).catch({ type: "" });

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
  const send = async (request: GatewayRequest, limits: Pick<ListLimits, "pageBytes" | "timeoutMs">) => {
    const body = encodeBody(request);
    const query = new URLSearchParams(request.query ?? {}).toString();
    return outbound.request({
      url: `${base}/${request.path}${query && `?${query}`}`,
      method: request.method,
      headers: { "x-api-key": apiKey, accept: "application/json", ...(body && { "content-type": body.type }) },
      ...(body && { body: body.body }),
      timeoutMs: limits.timeoutMs,
      maxBytes: limits.pageBytes,
      allowHosts: [host],
    });
  };
  const exchange = async (request: GatewayRequest, limits: Pick<ListLimits, "pageBytes" | "timeoutMs">) => {
    const { status, text } = await send(request, limits).catch((error: unknown) => {
      if (!(error instanceof OutboundError)) throw error;
      throw new GatewayError(error.sent === "not_sent" ? "unreachable" : "unknown", error.reason);
    });
    const parsed = parseJson(text);
    if (status >= 200 && status < 300) return { parsed, bytes: Buffer.byteLength(text) };
    const type = errorBody.parse(parsed).type.replace(/^errors\//, "");
    throw new GatewayError(classifyError(status, type), type || `status ${status}`);
  };
  /** Rejects with a GatewayError only. */
  const call = async (request: GatewayRequest): Promise<unknown> =>
    (await exchange(request, { pageBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS })).parsed;
  const list = async <T>(
    item: z.ZodType<T>,
    request: Omit<GatewayRequest, "method">,
    limits: ListLimits,
  ): Promise<T[]> => {
    const page = z.object({ items: z.array(z.unknown()), cursor: z.string().max(MAX_CURSOR_LENGTH).nullish() });
    const items: T[] = [];
    let cursor: string | null | undefined;
    let read = 0;
    for (let nth = 0; nth < limits.pages && read < limits.totalBytes; nth++) {
      const query = { ...request.query, ...(cursor ? { cursor } : {}) };
      const { parsed: answer, bytes } = await exchange({ ...request, method: "GET", query }, limits);
      read += bytes;
      const found = parseAnswer(page, answer);
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

export type Client = ReturnType<typeof createClient>;

export const encodeSegment = (text: string): string => encodeURIComponent(text);

export const undefinedIfMissing = (error: unknown): undefined => {
  if (error instanceof GatewayError && error.problem === "not_found") return undefined;
  throw error;
};
