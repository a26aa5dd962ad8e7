import { setTimeout as sleep } from "node:timers/promises";
import type { Platform } from "#platform/platform.ts";

/** Sends one request with a token and returns the response with any status. */
export type SendRequest = (
  method: "GET" | "PATCH",
  path: string,
  body?: object,
) => Promise<{ status: number; body: unknown }>;

// The schema of a base with many tables exceeds the default limit for responses.
const MAX_BYTES = 8 * 1024 * 1024;
// A base allows five requests a second, and the company's own tools use it too.
const PAUSE_MS = 250;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Sends with the given token, outside the sync and its rate limit. Rejects with an OutboundError when Airtable does not answer. */
export const createSendRequest = (
  { config, outbound }: Pick<Platform, "config" | "outbound">,
  token: string,
): SendRequest => {
  const { host, href } = new URL(config.airtableUrl);
  let isFirst = true;
  return async (method, path, body) => {
    if (!isFirst) await sleep(PAUSE_MS);
    isFirst = false;
    const { status, text } = await outbound.request({
      method,
      url: `${href.replace(/\/$/, "")}/v0/${path}`,
      headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
      allowHosts: [host],
      maxBytes: MAX_BYTES,
    });
    return { status, body: parseJson(text) };
  };
};
