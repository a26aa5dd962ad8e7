import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer, type Server } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeCertificate } from "./certificate.fixture.ts";
import { createOutbound } from "./outbound.ts";

const NAME = "hooks.example.com";
const trusted = makeCertificate(NAME);
const expired = makeCertificate(NAME, -1);
const ofAnotherName = makeCertificate("other.example.com");
const unknown = makeCertificate(NAME);

const usual = getCACertificates("default");
beforeAll(() => setDefaultCACertificates([...usual, trusted.cert, expired.cert, ofAnotherName.cert]));
afterAll(() => setDefaultCACertificates(usual));

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

const serve = async (certificate: { key: string; cert: string }, listener: RequestListener) => {
  const server = createServer(certificate, listener);
  servers.push(server);
  const connections: Socket[] = [];
  server.on("secureConnection", (socket: Socket) => connections.push(socket));
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `https://${NAME}:${(server.address() as AddressInfo).port}/`, connections };
};

const outbound = createOutbound({ allowLoopback: true, userAgent: "test", resolveName: async () => ["127.0.0.1"] });

test("connects to the checked address with the name in SNI, Host and certificate check", async () => {
  const { url } = await serve(trusted, (request, response) => {
    response.end(JSON.stringify([(request.socket as TLSSocket).servername, request.headers.host]));
  });
  const response = await outbound.request({ url, method: "GET" });
  expect(JSON.parse(response.text)).toEqual([NAME, new URL(url).host]);
});

test.each([
  ["expired", expired, "CERT_HAS_EXPIRED"],
  ["for another name", ofAnotherName, "ERR_TLS_CERT_ALTNAME_INVALID"],
  ["of an unknown authority", unknown, "DEPTH_ZERO_SELF_SIGNED_CERT"],
])("with a certificate that is %s nothing of the request is sent", async (_what, certificate, code) => {
  let visits = 0;
  const received: Buffer[] = [];
  const { url, connections } = await serve(certificate, () => {
    visits += 1;
  });
  servers.at(-1)?.on("secureConnection", (socket: Socket) => socket.on("data", (chunk) => received.push(chunk)));
  for (const method of ["GET", "POST"] as const) {
    const headers = { authorization: "Bearer secret" };
    await expect(outbound.request({ url, method, headers })).rejects.toMatchObject({
      reason: "tls",
      sent: "not_sent",
      code,
    });
  }
  for (const socket of connections) if (!socket.closed) await once(socket, "close");
  expect(visits).toBe(0);
  expect(received).toEqual([]);
});

test("a server without TLS receives nothing", async () => {
  const server = createTcpServer((socket) => {
    socket.on("error", () => {});
    socket.end("220 mail.example.com ESMTP\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `https://${NAME}:${(server.address() as AddressInfo).port}/`;
  await expect(outbound.request({ url, method: "POST", body: "x" })).rejects.toMatchObject({
    reason: "tls",
    sent: "not_sent",
  });
  server.close();
});

test("reads reuse a connection, writes get a new one", async () => {
  const { url, connections } = await serve(trusted, (_request, response) => response.end("ok"));
  await outbound.request({ url, method: "GET" });
  await outbound.request({ url, method: "GET" });
  expect(connections).toHaveLength(1);
  await outbound.request({ url, method: "POST", body: "x" });
  await outbound.request({ url, method: "PATCH", body: "x" });
  expect(connections).toHaveLength(3);
});

test("a connection is not reused when the name resolves to another address", async () => {
  const { url, connections } = await serve(trusted, (_request, response) => response.end("ok"));
  const responses = [["127.0.0.1"], ["127.0.0.1", "::1"]];
  const moving = createOutbound({
    allowLoopback: true,
    userAgent: "test",
    resolveName: async () => responses.shift() ?? [],
  });
  await moving.request({ url, method: "GET" });
  await moving.request({ url, method: "GET" });
  expect(connections).toHaveLength(2);
});

test("a read on a reused connection that the server has just closed is retried on a new one", async () => {
  const served = new WeakSet<object>();
  const { url, connections } = await serve(trusted, (request, response) => {
    if (served.has(request.socket)) request.socket.destroy();
    else response.end("ok");
    served.add(request.socket);
  });
  await outbound.request({ url, method: "GET" });
  await expect(outbound.request({ url, method: "GET" })).resolves.toMatchObject({ text: "ok" });
  expect(connections).toHaveLength(2);
});
