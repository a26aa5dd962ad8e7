import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { inspect } from "node:util";
import { afterEach, expect, test, vi } from "vitest";
import { createOutbound } from "./outbound.ts";
import { OutboundError } from "./outbound-error.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const close of closers.splice(0)) close();
});

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return listen(server);
};

const serveBodies = (respond: (request: IncomingMessage, body: string, response: ServerResponse) => void) =>
  serve((request, response) => {
    void text(request).then((body) => respond(request, body, response));
  });

/** A raw TCP server, for responses that no HTTP server would send. */
const serveBytes = async (onRequest: (socket: Socket) => void): Promise<string> => {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => onRequest(socket));
  });
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return listen(server);
};

const outbound = createOutbound({ allowLoopback: true, userAgent: "Ultimate Sales Agent" });

const failureOf = async (request: Promise<unknown>): Promise<OutboundError> => {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OutboundError)) throw new Error("expected an OutboundError", { cause: error });
  return error;
};

test("sends the request and returns the response unchanged", async () => {
  let seen: { request: IncomingMessage; body: string } | undefined;
  const url = await serveBodies((request, body, response) => {
    seen = { request, body };
    response.writeHead(422, { "retry-after": "30" }).end('{"fout":"café"}');
  });
  const response = await outbound.request({
    url: `${url}/webhook/1?x=%20y`,
    method: "POST",
    headers: { Authorization: "Bearer pat1", "content-type": "application/json" },
    body: '{"naam":"José"}',
  });
  expect(response).toMatchObject({ status: 422, text: '{"fout":"café"}', headers: { "retry-after": "30" } });
  expect(seen?.request).toMatchObject({ method: "POST", url: "/webhook/1?x=%20y" });
  expect(seen?.request.headers).toMatchObject({
    authorization: "Bearer pat1",
    "user-agent": "Ultimate Sales Agent",
    "accept-encoding": "identity",
    "content-length": "16",
    host: url.slice("http://".length),
  });
  expect(seen?.body).toBe('{"naam":"José"}');
});

test.each(["PUT", "PATCH", "DELETE"] as const)("a %s carries its whole body with its length", async (method) => {
  const url = await serveBodies((request, body, response) => {
    response.end(`${request.headers["content-length"]} ${body}`);
  });
  const response = await outbound.request({ url, method, body: new TextEncoder().encode("é!") });
  expect(response.text).toBe("3 é!");
});

test.each([301, 302, 303, 307, 308])("a %i is a response, and the redirect is not followed", async (status) => {
  let visits = 0;
  const url = await serve((request, response) => {
    visits += 1;
    const target = `http://${request.headers.host}/elsewhere`;
    response.writeHead(status, { location: target }).end();
  });
  const response = await outbound.request({ url, method: "GET" });
  expect(response.status).toBe(status);
  expect(response.headers.location).toBe(`${url}/elsewhere`);
  expect(visits).toBe(1);
});

/** The deadline comes when the test advances the time, however long the connection takes. */
const holdDeadline = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });

test("a server that never responds times out at the deadline", async () => {
  holdDeadline();
  const url = await serve(() => void vi.advanceTimersByTime(150));
  const failure = await failureOf(outbound.request({ url, method: "POST", body: "x", timeoutMs: 150 }));
  expect(failure).toMatchObject({ reason: "timeout", sent: "maybe_sent", status: undefined });
});

test("a slow response does not extend the deadline", async () => {
  holdDeadline();
  const url = await serve((_request, response) => {
    response.writeHead(200);
    const drip = setInterval(() => {
      response.write(".");
      vi.advanceTimersByTime(20);
    }, 20);
    response.once("close", () => clearInterval(drip));
  });
  const failure = await failureOf(outbound.request({ url, method: "GET", timeoutMs: 250 }));
  expect(failure).toMatchObject({ reason: "timeout", sent: "maybe_sent", status: 200 });
});

test("slow headers do not extend the deadline", async () => {
  holdDeadline();
  const url = await serveBytes((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    const drip = setInterval(() => {
      socket.write("x-drip: 1\r\n");
      vi.advanceTimersByTime(20);
    }, 20);
    socket.once("close", () => clearInterval(drip));
  });
  const failure = await failureOf(outbound.request({ url, method: "GET", timeoutMs: 250 }));
  expect(failure).toMatchObject({ reason: "timeout", sent: "maybe_sent" });
});

test("an unresponsive DNS server counts towards the deadline, and nothing is sent", async () => {
  const stuck = createOutbound({
    allowLoopback: true,
    userAgent: "test",
    timeoutMs: 100,
    resolveName: () => new Promise(() => {}),
  });
  const failure = await failureOf(stuck.request({ url: "https://hooks.example.com/", method: "POST" }));
  expect(failure).toMatchObject({ reason: "timeout", sent: "not_sent" });
  await expect(stuck.checkAddress("https://hooks.example.com/")).rejects.toMatchObject({ reason: "timeout" });
});

test("a response of exactly the limit is accepted, one byte more is not", async () => {
  const url = await serve((request, response) => response.end("x".repeat(Number(request.url?.slice(1)))));
  const response = await outbound.request({ url: `${url}/${64 * 1024}`, method: "GET" });
  expect(response.text).toHaveLength(64 * 1024);
  const failure = await failureOf(outbound.request({ url: `${url}/${64 * 1024 + 1}`, method: "GET" }));
  expect(failure).toMatchObject({ reason: "too_large", sent: "maybe_sent", status: 200 });
});

test("a request can ask for a larger limit", async () => {
  const url = await serve((_request, response) => response.end("x".repeat(300_000)));
  const response = await outbound.request({ url, method: "GET", maxBytes: 300_000 });
  expect(response.text).toHaveLength(300_000);
});

test("the connection of an endless response is closed", async () => {
  const closed = Promise.withResolvers<void>();
  const url = await serve((_request, response) => {
    const flood = setInterval(() => response.write("x".repeat(16_384)), 1);
    response.once("close", () => {
      clearInterval(flood);
      closed.resolve();
    });
  });
  const failure = await failureOf(outbound.request({ url, method: "POST", body: "x" }));
  expect(failure.reason).toBe("too_large");
  await closed.promise;
});

test("endless headers are too large as well", async () => {
  const url = await serveBytes((socket) => socket.write(`HTTP/1.1 200 OK\r\nx-long: ${"x".repeat(40_000)}\r\n\r\n`));
  const failure = await failureOf(outbound.request({ url, method: "GET" }));
  expect(failure).toMatchObject({ reason: "too_large", sent: "maybe_sent" });
});

test("connection refused: certainly not sent", async () => {
  const url = await serve(() => {});
  closers.pop()?.();
  const failure = await failureOf(outbound.request({ url, method: "POST", body: "x" }));
  expect(failure).toMatchObject({ reason: "connection", sent: "not_sent", code: "ECONNREFUSED" });
});

test("reset before the response: may have been sent", async () => {
  const url = await serveBytes((socket) => socket.resetAndDestroy());
  const failure = await failureOf(outbound.request({ url, method: "POST", body: "x" }));
  expect(failure).toMatchObject({ reason: "connection", sent: "maybe_sent", status: undefined, code: "ECONNRESET" });
});

test("reset within the response: its status is known", async () => {
  const url = await serveBytes((socket) => {
    socket.write("HTTP/1.1 201 Created\r\ncontent-length: 100\r\n\r\nhalf", () => socket.resetAndDestroy());
  });
  const failure = await failureOf(outbound.request({ url, method: "POST", body: "x" }));
  expect(failure).toMatchObject({ reason: "connection", sent: "maybe_sent", status: 201 });
});

test("a switch to another protocol is a failed connection", async () => {
  const url = await serveBytes((socket) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n");
  });
  const failure = await failureOf(outbound.request({ url, method: "GET" }));
  expect(failure).toMatchObject({ reason: "connection", sent: "maybe_sent" });
});

test("the error contains nothing of the response", async () => {
  const url = await serveBytes((socket) => socket.end("SSH-2.0-geheim internal banner\r\n"));
  const failure = await failureOf(outbound.request({ url, method: "GET" }));
  expect(failure).toMatchObject({ reason: "connection", message: "De verbinding met dit adres is mislukt." });
  expect(failure.cause).toBeUndefined();
  expect(inspect(failure, { depth: 5, showHidden: true })).not.toContain("geheim");
});

test.each([
  [{ authorization: "Bearer pat1\r\nx-evil: 1" }],
  [{ authorization: "Bearer pat…" }],
  [{ "x evil": "1" }],
  [{ Host: "inside.example.com" }],
  [{ "Content-Length": "0" }],
  [{ "transfer-encoding": "chunked" }],
])("headers that cannot be sent safely are refused before anything is sent: %j", async (headers) => {
  let visits = 0;
  const url = await serve((_request, response) => {
    visits += 1;
    response.end();
  });
  const failure = await failureOf(outbound.request({ url, method: "GET", headers: headers as Record<string, string> }));
  expect(failure).toMatchObject({ reason: "invalid_request", sent: "not_sent" });
  expect(visits).toBe(0);
});

test("a request with a secret goes to its allowed hosts only", async () => {
  const url = await serve((_request, response) => response.end("ok"));
  const host = url.slice("http://".length);
  await expect(outbound.request({ url, method: "GET", allowHosts: [host] })).resolves.toMatchObject({ text: "ok" });
  for (const allowHosts of [["api.airtable.com"], ["127.0.0.1"], []]) {
    const failure = await failureOf(outbound.request({ url, method: "GET", allowHosts }));
    expect(failure).toMatchObject({ reason: "forbidden_address", sent: "not_sent" });
  }
});

test("the connection goes to the checked address, even when the DNS response changes", async () => {
  const url = await serve((request, response) => response.end(request.headers.host));
  const responses = [["127.0.0.1"], ["169.254.169.254"]];
  const rebinding = createOutbound({
    allowLoopback: true,
    userAgent: "test",
    resolveName: async () => responses.shift() ?? [],
  });
  const { port } = new URL(url);
  const first = await rebinding.request({ url: `http://hooks.example.com:${port}/`, method: "GET" });
  expect(first.text).toBe(`hooks.example.com:${port}`);
  expect(responses).toHaveLength(1);
  const failure = await failureOf(rebinding.request({ url: `http://hooks.example.com:${port}/`, method: "GET" }));
  expect(failure).toMatchObject({ reason: "forbidden_address", sent: "not_sent" });
});
