import { connect, type Socket } from "node:net";

export interface Call {
  method: "GET" | "PATCH" | "POST";
  path: string;
  body?: string;
}

export interface Response {
  status: number;
  head: string;
  body: Buffer;
}

const END_OF_HEAD = "\r\n\r\n";

const headerOf = (head: string, name: string): string | undefined =>
  new RegExp(`^${name}: *(.*)$`, "im").exec(head)?.[1]?.trim();

/**
 * A keep-alive HTTP/1.1 connection with one request in flight. Written by hand: a full HTTP client uses as much CPU as the
 * measured servers, which would pull every ratio towards 1.
 */
export class Connection {
  private readonly baseUrl: URL;
  private socket: Socket;
  private readonly cookie: string;
  private chunks: Buffer[] = [];
  private pending: { resolve(response: Response): void; reject(error: Error): void } | undefined;

  constructor(baseUrl: string, cookie = "") {
    this.baseUrl = new URL(baseUrl);
    this.cookie = cookie ? `Cookie: ${cookie}\r\n` : "";
    this.socket = this.connect();
  }

  private connect(): Socket {
    const socket = connect(Number(this.baseUrl.port), this.baseUrl.hostname).setNoDelay();
    socket.on("data", (chunk: Buffer) => this.onData(chunk));
    socket.on("error", (error) => this.pending?.reject(error));
    socket.on("close", () => this.pending?.reject(new Error("the server closed the connection")));
    return socket;
  }

  send({ method, path, body }: Call): Promise<Response> {
    // Servers close connections that are idle for a minute, as these are while other servers are measured.
    if (this.socket.destroyed) this.socket = this.connect();
    const content = body ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` : "";
    return new Promise((resolve, reject) => {
      this.pending = { resolve, reject };
      this.socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: ${this.baseUrl.host}\r\n${this.cookie}${content}\r\n${body ?? ""}`,
      );
    });
  }

  close(): void {
    this.pending = undefined;
    this.socket.destroy();
  }

  private onData(chunk: Buffer): void {
    this.chunks.push(chunk);
    // The head itself may come in parts.
    if (this.chunks.length > 1 && !this.chunks[0]?.includes(END_OF_HEAD)) this.chunks = [Buffer.concat(this.chunks)];
    const [first = chunk] = this.chunks;
    const end = first.indexOf(END_OF_HEAD);
    if (end < 0) return;
    const head = first.toString("latin1", 0, end);
    const length = Number(headerOf(head, "content-length") ?? 0);
    const totalLength = end + END_OF_HEAD.length + length;
    if (this.chunks.reduce((sum, part) => sum + part.length, 0) < totalLength) return;
    const message = this.chunks.length === 1 ? first : Buffer.concat(this.chunks);
    this.chunks = [];
    this.pending?.resolve({ status: Number(head.slice(9, 12)), head, body: message.subarray(totalLength - length) });
  }
}

/** Signs in and returns the session cookie, for all connections of this user. */
export const signIn = async (baseUrl: string, username: string, password: string): Promise<string> => {
  const connection = new Connection(baseUrl);
  const { status, head } = await connection.send({
    method: "POST",
    path: "/api/login",
    body: JSON.stringify({ username, password }),
  });
  connection.close();
  if (status !== 200) throw new Error(`signing in answered ${status}`);
  return headerOf(head, "set-cookie")?.split(";", 1)[0] ?? "";
};
