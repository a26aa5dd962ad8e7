import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import type { SessionKind } from "#platform/sessions.ts";

export interface TestResponse {
  status: number;
  headers: Headers;
  text: string;
  bytes: Buffer;
  // Untyped: outside production the server itself validates its responses against their schemas.
  body: Record<string, unknown>;
}

const readJson = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
};

const bytesOf = (body: unknown): Buffer | undefined => {
  if (body === undefined) return undefined;
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
};

const readResponse = async (response: IncomingMessage): Promise<TestResponse> => {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(response.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const bytes = Buffer.concat(chunks);
  const text = bytes.toString();
  return { status: response.statusCode ?? 0, headers, bytes, text, body: readJson(text) };
};

/**
 * An HTTP client with a cookie jar; a cookie is sent only to paths that start with its Path. It adds only Cookie, Content-Type and
 * Content-Length: a test passes Origin and other headers explicitly.
 */
export class TestClient {
  private readonly baseUrl: string;
  private readonly jar = new Map<string, { value: string; path: string }>();
  private readonly agent = new Agent({ keepAlive: true });

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  async request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    const bytes = bytesOf(body);
    const response = await new Promise<TestResponse>((resolve, reject) => {
      const options = { method, path, agent: this.agent, headers: { ...this.defaultHeaders(path, bytes), ...headers } };
      const request = httpRequest(
        this.baseUrl,
        options,
        (message) => void readResponse(message).then(resolve, reject),
      ).on("error", reject);
      // Node sends the length of a DELETE's body only when it is set.
      if (bytes && !request.hasHeader("transfer-encoding")) request.setHeader("content-length", bytes.length);
      request.end(bytes);
    });
    this.storeCookies(response.headers.getSetCookie());
    return response;
  }

  get = (path: string, headers?: Record<string, string>) => this.request("GET", path, undefined, headers);
  post = (path: string, body?: unknown, headers?: Record<string, string>) => this.request("POST", path, body, headers);
  patch = (path: string, body?: unknown) => this.request("PATCH", path, body);
  put = (path: string, body?: unknown, headers?: Record<string, string>) => this.request("PUT", path, body, headers);
  delete = (path: string) => this.request("DELETE", path);

  signIn(username: string, password: string, sessionKind: SessionKind = "main"): Promise<TestResponse> {
    return this.post(sessionKind === "main" ? "/api/login" : "/admin/api/login", { username, password });
  }

  cookieNames(): string[] {
    return [...this.jar.keys()];
  }

  /** The cookies that a browser would send to this path. */
  cookieHeader(path: string): string {
    const sent = [...this.jar].filter(([, cookie]) => path.startsWith(cookie.path));
    return sent.map(([name, { value }]) => `${name}=${value}`).join("; ");
  }

  private defaultHeaders(path: string, bytes: Buffer | undefined): Record<string, string> {
    const cookie = this.cookieHeader(path);
    return { ...(bytes ? { "content-type": "application/json" } : {}), ...(cookie ? { cookie } : {}) };
  }

  private storeCookies(setCookieHeaders: string[]): void {
    for (const header of setCookieHeaders) {
      const [pair = "", ...attributes] = header.split(/;\s*/);
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      const path = attributes.find((attribute) => attribute.toLowerCase().startsWith("path="))?.slice(5) ?? "/";
      if (value === "") this.jar.delete(name);
      else this.jar.set(name, { value, path });
    }
  }
}
