import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import type { RouteCase } from "#testing/route-cases.ts";

/** A serialized request; it may be invalid. */
export interface SentRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

export interface ReceivedResponse {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

const readResponse = async (response: IncomingMessage): Promise<string> => {
  // An event stream never ends.
  if (response.headers["content-type"]?.startsWith("text/event-stream")) {
    response.destroy();
    return "";
  }
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

export const sendRequest = (base: string, { method, path, headers, body }: SentRequest): Promise<ReceivedResponse> =>
  new Promise((resolve, reject) => {
    const length: Record<string, string> = body ? { "content-length": String(body.length) } : {};
    const request = httpRequest(base, { method, path, agent, headers: { ...headers, ...length } }, (response) => {
      const { statusCode: status = 0, headers: received } = response;
      readResponse(response).then((text) => resolve({ status, headers: received, text }), reject);
    });
    request.on("error", reject).end(body);
  });

/** A request before serialization, so that a variation can change each part. */
export interface DraftRequest {
  params: Record<string, string>;
  /** Pairs, because a name may be repeated. */
  query: [name: string, value: string][];
  body: unknown;
  /** Replaces `body` when it is not valid JSON. */
  rawBody: Buffer | undefined;
  contentType: string | undefined;
  headers: Record<string, string>;
}

const bytesOf = ({ body, rawBody }: DraftRequest): Buffer | undefined => {
  if (rawBody) return rawBody;
  if (body === undefined) return undefined;
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
};

// encodeURIComponent throws on a lone surrogate.
const encodeValue = (text: string): string => encodeURIComponent(text.toWellFormed());

export const serializeRequest = ({ route }: RouteCase, draft: DraftRequest): SentRequest => {
  const path = route.path.replace(/\{(\*?)(\w+)\}/g, (_whole, isRest: string, name: string) => {
    const value = draft.params[name] ?? "";
    return isRest ? value.split("/").map(encodeValue).join("/") : encodeValue(value);
  });
  const query = draft.query.map(([name, value]) => `${encodeValue(name)}=${encodeValue(value)}`).join("&");
  const body = bytesOf(draft);
  const type = draft.contentType ?? (body ? "application/json" : undefined);
  return {
    method: route.method,
    path: query ? `${path}?${query}` : path,
    headers: { ...(type ? { "content-type": type } : {}), ...draft.headers },
    ...(body ? { body } : {}),
  };
};
