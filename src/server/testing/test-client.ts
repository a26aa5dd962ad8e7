import type { Side } from "../platform/sessions.ts";

export interface TestAnswer {
  status: number;
  headers: Headers;
  text: string;
  // A test looks at what came, whatever it is; the schemas are held against it by the server itself.
  body: Record<string, unknown>;
}

const readJson = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
};

/** A browser as far as HTTP goes: keeps cookies by their path and sends them back. */
export class TestClient {
  private readonly base: string;
  private readonly jar = new Map<string, { value: string; path: string }>();

  constructor(base: string) {
    this.base = base;
  }

  async request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestAnswer> {
    const cookie = [...this.jar].flatMap(([name, { value, path: at }]) =>
      path.startsWith(at) ? [`${name}=${value}`] : [],
    );
    const answer = await fetch(this.base + path, {
      method,
      redirect: "manual",
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(cookie.length ? { cookie: cookie.join("; ") } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: bodyOf(body) }),
    });
    this.keep(answer.headers.getSetCookie());
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: readJson(text) };
  }

  get = (path: string, headers?: Record<string, string>) => this.request("GET", path, undefined, headers);
  post = (path: string, body?: unknown, headers?: Record<string, string>) => this.request("POST", path, body, headers);
  patch = (path: string, body?: unknown) => this.request("PATCH", path, body);
  put = (path: string, body?: unknown, headers?: Record<string, string>) => this.request("PUT", path, body, headers);
  delete = (path: string) => this.request("DELETE", path);

  signIn(username: string, password: string, side: Side = "main"): Promise<TestAnswer> {
    return this.post(side === "main" ? "/api/login" : "/admin/api/login", { username, password });
  }

  cookies(): string[] {
    return [...this.jar.keys()];
  }

  private keep(lines: string[]): void {
    for (const line of lines) {
      const [pair = "", ...attributes] = line.split(/;\s*/);
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      const path = attributes.find((attribute) => attribute.toLowerCase().startsWith("path="))?.slice(5) ?? "/";
      if (value === "") this.jar.delete(name);
      else this.jar.set(name, { value, path });
    }
  }
}

const bodyOf = (body: unknown): string | Uint8Array<ArrayBuffer> => {
  if (typeof body === "string") return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
};
