import { Agent, type IncomingMessage, request } from "node:http";

export interface Answer {
  status: number;
  text: string;
}

/** What every call came to, for the report and for the verdict. */
export interface Seen {
  at: number;
  path: string;
  /** A connection that broke or was refused has no status. */
  status: number | "broken";
  ms: number;
}

interface Call {
  method: string;
  path: string;
  cookie: string;
  body?: object | undefined;
}

const TIMEOUT_MS = 60_000;

const read = async (message: IncomingMessage): Promise<Answer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return { status: message.statusCode ?? 0, text: Buffer.concat(chunks).toString() };
};

/** Two or more servers behind one address, as a proxy spreads calls over them: whoever is away is passed by. */
export class Balancer {
  // A proxy lets go of an idle connection well before the server does: reused as it is being closed, it would break. The
  // server's own time counts only where the agent has one too.
  private readonly agent = new Agent({
    keepAlive: true,
    maxSockets: 256,
    timeout: TIMEOUT_MS,
    agentKeepAliveTimeoutBuffer: 30_000,
  });
  private readonly places = new Map<number, string>();
  private turn = 0;
  readonly seen: Seen[] = [];

  /** A server that takes, or takes again, the place with this number. */
  put(place: number, url: string): void {
    this.places.set(place, url);
  }

  /** Nobody is sent there any more; who is there already stays. */
  takeOut(place: number): void {
    this.places.delete(place);
  }

  next(): string {
    const urls = [...this.places.values()];
    this.turn += 1;
    const url = urls[this.turn % urls.length];
    if (!url) throw new Error("no server is left");
    return url;
  }

  close(): void {
    this.agent.destroy();
  }

  /** One try at one server. A broken connection leaves open whether the call was done. */
  async try(call: Call): Promise<Answer | "broken"> {
    const at = Date.now();
    const answer = await this.send(this.next(), call).catch(() => "broken" as const);
    this.seen.push({
      at,
      path: `${call.method} ${call.path.split("?", 1)[0]?.replace(/[0-9a-f-]{36}/, "{id}")}`,
      status: answer === "broken" ? "broken" : answer.status,
      ms: Date.now() - at,
    });
    return answer;
  }

  private send(url: string, { method, path, cookie, body }: Call): Promise<Answer> {
    const bytes = body && Buffer.from(JSON.stringify(body));
    const headers = {
      cookie,
      ...(bytes ? { "content-type": "application/json", "content-length": bytes.length } : {}),
    };
    return new Promise((resolve, reject) => {
      const sent = request(url + path, { method, headers, agent: this.agent, timeout: TIMEOUT_MS }, (message) => {
        read(message).then(resolve, reject);
      });
      sent.on("timeout", () => sent.destroy(new Error("no answer in time"))).on("error", reject);
      sent.end(bytes);
    });
  }
}
