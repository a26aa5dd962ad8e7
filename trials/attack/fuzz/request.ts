import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import type { RouteCase } from "#testing/route-cases.ts";

/** A request as it goes over the line, whatever is wrong with it. */
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

const readResponse = async (answer: IncomingMessage): Promise<string> => {
  // A stream goes on for as long as somebody listens.
  if (answer.headers["content-type"]?.startsWith("text/event-stream")) {
    answer.destroy();
    return "";
  }
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

export const sendRequest = (base: string, { method, path, headers, body }: SentRequest): Promise<ReceivedResponse> =>
  new Promise((resolve, reject) => {
    const length: Record<string, string> = body ? { "content-length": String(body.length) } : {};
    const request = httpRequest(base, { method, path, agent, headers: { ...headers, ...length } }, (answer) => {
      const { statusCode: status = 0, headers: received } = answer;
      readResponse(answer).then((text) => resolve({ status, headers: received, text }), reject);
    });
    request.on("error", reject).end(body);
  });

/** A request while it is being thought up: still in parts, so that each can be changed by itself. */
export interface DraftRequest {
  params: Record<string, string>;
  /** Pairs, because a key may come twice. */
  query: [name: string, value: string][];
  body: unknown;
  /** Set when the body is no JSON that could be written from a value. */
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

// A value that is half a character has no encoding of its own.
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
