import { Agent, type IncomingMessage, request } from "node:http";

export interface BalancerResponse {
  status: number;
  text: string;
}

/** The outcome of one request, for the report and the assertions. */
export interface RequestOutcome {
  at: number;
  path: string;
  /** `connection_failed`: the connection was refused or broke off. */
  status: number | "connection_failed";
  ms: number;
}

interface BalancerRequest {
  method: string;
  path: string;
  cookie: string;
  body?: object | undefined;
}

const TIMEOUT_MS = 60_000;

const readResponse = async (message: IncomingMessage): Promise<BalancerResponse> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return { status: message.statusCode ?? 0, text: Buffer.concat(chunks).toString() };
};

/** A round-robin load balancer over the running web processes. */
export class Balancer {
  // Drops idle connections well before the server closes them: a request on a connection that is being closed would fail.
  // The agent uses the server's keep-alive timeout only when it has a timeout itself.
  private readonly agent = new Agent({
    keepAlive: true,
    maxSockets: 256,
    timeout: TIMEOUT_MS,
    agentKeepAliveTimeoutBuffer: 30_000,
  });
  private readonly urls = new Map<number, string>();
  private requestCount = 0;
  readonly outcomes: RequestOutcome[] = [];

  /** Adds the server, or replaces the one with this index. */
  addServer(index: number, url: string): void {
    this.urls.set(index, url);
  }

  /** Sends no new requests there; open ones continue. */
  removeServer(index: number): void {
    this.urls.delete(index);
  }

  servers(): string[] {
    return [...this.urls.values()];
  }

  next(): string {
    const urls = this.servers();
    this.requestCount += 1;
    const url = urls[this.requestCount % urls.length];
    if (!url) throw new Error("no server is left");
    return url;
  }

  close(): void {
    this.agent.destroy();
  }

  /** One attempt at one server. After a failed connection it is unknown whether the request was handled. */
  async attempt(request: BalancerRequest): Promise<BalancerResponse | "connection_failed"> {
    const at = Date.now();
    const response = await this.send(this.next(), request).catch(() => "connection_failed" as const);
    this.outcomes.push({
      at,
      path: `${request.method} ${request.path.split("?", 1)[0]?.replace(/[0-9a-f-]{36}/, "{id}")}`,
      status: response === "connection_failed" ? "connection_failed" : response.status,
      ms: Date.now() - at,
    });
    return response;
  }

  private send(url: string, { method, path, cookie, body }: BalancerRequest): Promise<BalancerResponse> {
    const bytes = body && Buffer.from(JSON.stringify(body));
    const headers = {
      cookie,
      ...(bytes ? { "content-type": "application/json", "content-length": bytes.length } : {}),
    };
    return new Promise((resolve, reject) => {
      const sent = request(url + path, { method, headers, agent: this.agent, timeout: TIMEOUT_MS }, (message) => {
        readResponse(message).then(resolve, reject);
      });
      sent.on("timeout", () => sent.destroy(new Error("no response in time"))).on("error", reject);
      sent.end(bytes);
    });
  }
}
