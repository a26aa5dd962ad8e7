import type { RouteCase } from "#testing/route-cases.ts";
import type { Sent } from "./sender.ts";

/** A request while it is being thought up: still in parts, so that each can be changed by itself. */
export interface Draft {
  params: Record<string, string>;
  /** Pairs, because a key may come twice. */
  query: [name: string, value: string][];
  body: unknown;
  /** Set when the body is no JSON that could be written from a value. */
  rawBody: Buffer | undefined;
  contentType: string | undefined;
  headers: Record<string, string>;
}

const bytesOf = ({ body, rawBody }: Draft): Buffer | undefined => {
  if (rawBody) return rawBody;
  if (body === undefined) return undefined;
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
};

// A value that is half a character has no encoding of its own.
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

export const write = ({ route }: RouteCase, draft: Draft): Sent => {
  const path = route.path.replace(/\{(\*?)(\w+)\}/g, (_whole, isRest: string, name: string) => {
    const value = draft.params[name] ?? "";
    return isRest ? value.split("/").map(encode).join("/") : encode(value);
  });
  const query = draft.query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
  const body = bytesOf(draft);
  const type = draft.contentType ?? (body ? "application/json" : undefined);
  return {
    method: route.method,
    path: query ? `${path}?${query}` : path,
    headers: { ...(type ? { "content-type": type } : {}), ...draft.headers },
    ...(body ? { body } : {}),
  };
};
