import { connect, type Socket } from "node:net";

export interface Call {
  method: "GET" | "PATCH" | "POST";
  path: string;
  body?: string;
}

export interface Answer {
  status: number;
  head: string;
  body: Buffer;
}

const END_OF_HEAD = "\r\n\r\n";

const headerOf = (head: string, name: string): string | undefined =>
  new RegExp(`^${name}: *(.*)$`, "im").exec(head)?.[1]?.trim();

/**
 * One kept-alive connection that asks and waits. Hand-made, because a full client costs as much as the servers that are
 * measured, and would draw every ratio towards one.
 */
export class Connection {
  private readonly base: URL;
  private socket: Socket;
  private readonly cookie: string;
  private received: Buffer[] = [];
  private waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;

  constructor(base: string, cookie = "") {
    this.base = new URL(base);
    this.cookie = cookie ? `Cookie: ${cookie}\r\n` : "";
    this.socket = this.open();
  }

  private open(): Socket {
    const socket = connect(Number(this.base.port), this.base.hostname).setNoDelay();
    socket.on("data", (chunk: Buffer) => this.take(chunk));
    socket.on("error", (error) => this.waiting?.reject(error));
    socket.on("close", () => this.waiting?.reject(new Error("the server hung up")));
    return socket;
  }

  ask({ method, path, body }: Call): Promise<Answer> {
    // A server lets go of who has not asked for a minute, as while others are measured.
    if (this.socket.destroyed) this.socket = this.open();
    const content = body ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` : "";
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: ${this.base.host}\r\n${this.cookie}${content}\r\n${body ?? ""}`,
      );
    });
  }

  close(): void {
    this.waiting = undefined;
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    this.received.push(chunk);
    const [first = chunk] = this.received;
    const end = first.indexOf(END_OF_HEAD);
    if (end < 0) {
      if (this.received.length > 1) this.received = [Buffer.concat(this.received)];
      return;
    }
    const head = first.toString("latin1", 0, end);
    const length = Number(headerOf(head, "content-length") ?? 0);
    const wanted = end + END_OF_HEAD.length + length;
    if (this.received.reduce((sum, part) => sum + part.length, 0) < wanted) return;
    const whole = this.received.length === 1 ? first : Buffer.concat(this.received);
    this.received = [];
    this.waiting?.resolve({ status: Number(head.slice(9, 12)), head, body: whole.subarray(wanted - length) });
  }
}

/** Signs in as a browser does, for the cookie that all connections of this person send. */
export const signIn = async (base: string, username: string, password: string): Promise<string> => {
  const connection = new Connection(base);
  const { status, head } = await connection.ask({
    method: "POST",
    path: "/api/login",
    body: JSON.stringify({ username, password }),
  });
  connection.close();
  if (status !== 200) throw new Error(`signing in answered ${status}`);
  return headerOf(head, "set-cookie")?.split(";", 1)[0] ?? "";
};
