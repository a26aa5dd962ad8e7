import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { inspect } from "node:util";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { ConfigError } from "./config.ts";
import { createMailer, MailError, type Mailer, parseSmtpAddress } from "./mail.ts";
import { makeCertificate } from "./outbound/certificate.fixture.ts";

interface Received {
  raw: Buffer;
  recipients: string[];
  secure: boolean;
}

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const startServer = async (options: SMTPServerOptions = {}, port = 0) => {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.once("end", () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ raw: Buffer.concat(chunks), recipients, secure: session.secure });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  server.on("error", () => {});
  closers.push(() => server.close());
  return { port: (server.server.address() as AddressInfo).port, received };
};

const parseFirst = ([first]: Received[]): Promise<Email> => PostalMime.parse(first?.raw ?? "");

const logged: unknown[] = [];
const log = {
  info: (...line: unknown[]) => void logged.push(line),
  warn: (...line: unknown[]) => void logged.push(line),
};

const openMailer = (smtpUrl: string): Mailer => {
  const mailer = createMailer({ smtpUrl, from: "Ultimate Sales Agent <noreply@example.nl>", log });
  closers.push(() => mailer.close());
  return mailer;
};

const mail = { to: "jose@example.nl", subject: "Welkom, José", text: "Hallo José", html: "<p>Hallo José</p>" };

const reasonOf = async (sending: Promise<void>): Promise<string> => {
  const error = await sending.then(
    () => new Error("was sent"),
    (reason: unknown) => reason,
  );
  return error instanceof MailError ? error.reason : String(error);
};

test("an email arrives with its text, HTML and accents, from us and to one person", async () => {
  const { port, received } = await startServer();
  await openMailer(`smtp://127.0.0.1:${port}`).send(mail);
  expect(received).toHaveLength(1);
  expect(received[0]?.recipients).toEqual(["jose@example.nl"]);
  const arrived = await parseFirst(received);
  expect(arrived).toMatchObject({
    from: { name: "Ultimate Sales Agent", address: "noreply@example.nl" },
    to: [{ address: "jose@example.nl" }],
    subject: "Welkom, José",
  });
  expect(arrived.text?.trim()).toBe("Hallo José");
  expect(arrived.html?.trim()).toBe("<p>Hallo José</p>");
  expect(arrived.headers).toContainEqual(expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }));
});

test("a line break in a subject starts no header", async () => {
  const { port, received } = await startServer();
  const subject = "Uitnodiging van A\r\nBcc: eve@example.com\r\n\r\nnew body\u2028\0";
  await openMailer(`smtp://127.0.0.1:${port}`).send({ ...mail, subject });
  expect(received[0]?.recipients).toEqual(["jose@example.nl"]);
  const arrived = await parseFirst(received);
  expect(arrived.bcc).toBeUndefined();
  expect(arrived.subject).toBe("Uitnodiging van A Bcc: eve@example.com new body");
  expect(arrived.text?.trim()).toBe("Hallo José");
});

test.each([
  "",
  "jose",
  "jose@example.nl, eve@example.com",
  "jose@example.nl;eve@example.com",
  "jose@example.nl\r\nBcc: eve@example.com",
  "jose@example.nl\nDATA",
  "José <jose@example.nl>",
  "group: jose@example.nl;",
  '"a b"@example.nl',
  "jose@example.nl\0",
  " jose@example.nl",
])("%j is not a single address, and nothing is sent", async (to) => {
  const { port, received } = await startServer();
  expect(await reasonOf(openMailer(`smtp://127.0.0.1:${port}`).send({ ...mail, to }))).toBe("invalid_recipient");
  expect(received).toEqual([]);
});

test("signs in with the user and password of the URL", async () => {
  const signedIn: unknown[] = [];
  const { port, received } = await startServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      signedIn.push([username, password]);
      done(null, { user: username });
    },
  });
  await openMailer(`smtp://jan%40example.nl:p%2Fw@127.0.0.1:${port}`).send(mail);
  expect(signedIn).toEqual([["jan@example.nl", "p/w"]]);
  expect(received).toHaveLength(1);
});

test("several emails share a few connections, and all arrive", async () => {
  let connections = 0;
  const { port, received } = await startServer({
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
  });
  const mailer = openMailer(`smtp://127.0.0.1:${port}`);
  await Promise.all(Array.from({ length: 12 }, (_, index) => mailer.send({ ...mail, to: `p${index}@example.nl` })));
  expect(new Set(received.flatMap(({ recipients }) => recipients)).size).toBe(12);
  expect(connections).toBeLessThanOrEqual(3);
});

test.each([
  [550, "rejected"],
  [450, "unavailable"],
])("a recipient refused with %i is %s, and the log has no address", async (responseCode, reason) => {
  const { port } = await startServer({
    onRcptTo: ({ address }, _session, done) => done(Object.assign(new Error(`no ${address}`), { responseCode })),
  });
  expect(await reasonOf(openMailer(`smtp://127.0.0.1:${port}`).send(mail))).toBe(reason);
  expect(JSON.stringify(logged)).toContain(String(responseCode));
  expect(JSON.stringify(logged)).not.toContain("jose@example.nl");
});

test("a wrong SMTP password counts as unavailable, not as rejected", async () => {
  const { port } = await startServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error("no")),
  });
  expect(await reasonOf(openMailer(`smtp://jan:wrong@127.0.0.1:${port}`).send(mail))).toBe("unavailable");
});

test("without a server sending fails as unavailable, and the next one reaches the server that came back", async () => {
  const { port } = await startServer();
  closers.pop()?.();
  const mailer = openMailer(`smtp://127.0.0.1:${port}`);
  expect(await reasonOf(mailer.send(mail))).toBe("unavailable");

  const { received } = await startServer({}, port);
  await mailer.send(mail);
  expect(received).toMatchObject([{ recipients: ["jose@example.nl"] }]);
});

test("where TLS is required, a server without it gets no mail", async () => {
  const { port, received } = await startServer();
  expect(await reasonOf(openMailer(`smtp://localhost:${port}?tls=true`).send(mail))).toBe("unavailable");
  expect(received).toEqual([]);
});

test("where TLS is required, a server with an unknown certificate gets no mail, a known one does", async () => {
  const certificate = makeCertificate("localhost");
  const { port, received } = await startServer({ disabledCommands: [], ...certificate });
  expect(await reasonOf(openMailer(`smtp://localhost:${port}?tls=true`).send(mail))).toBe("unavailable");
  expect(received).toEqual([]);

  const usual = getCACertificates("default");
  setDefaultCACertificates([...usual, certificate.cert]);
  closers.push(() => setDefaultCACertificates(usual));
  await openMailer(`smtp://localhost:${port}?tls=true`).send(mail);
  expect(received).toMatchObject([{ secure: true, recipients: ["jose@example.nl"] }]);
});

test("a closed mailer refuses, it does not hang", async () => {
  const { port } = await startServer();
  const mailer = openMailer(`smtp://127.0.0.1:${port}`);
  mailer.close();
  expect(await reasonOf(mailer.send(mail))).toBe("unavailable");
});

test.each([
  ["smtp://mail.example.nl", { host: "mail.example.nl", port: 587, secure: false, requireTLS: true, ignoreTLS: false }],
  ["smtp://mail.example.nl:25/", { port: 25, requireTLS: true }],
  ["smtp://localhost.example.nl", { requireTLS: true }],
  ["smtp://192.168.1.5", { requireTLS: true }],
  ["smtps://mail.example.nl", { port: 465, secure: true, requireTLS: false, ignoreTLS: false }],
  ["smtps://mail.example.nl:2465", { port: 2465, secure: true }],
  ["smtp://mail.example.nl?tls=false", { requireTLS: false, ignoreTLS: true }],
  ["smtp://localhost:2525", { requireTLS: false, ignoreTLS: true }],
  ["smtp://127.0.0.1:2525", { requireTLS: false, ignoreTLS: true }],
  ["smtp://[::1]:2525", { host: "::1", requireTLS: false, ignoreTLS: true }],
  ["smtp://localhost:2525?tls=true", { requireTLS: true, ignoreTLS: false }],
  ["smtp://jan%40example.nl:p%2Fw%3A@mail.example.nl", { auth: { user: "jan@example.nl", pass: "p/w:" } }],
])("the SMTP options of %s", (address, expected) => {
  expect(parseSmtpAddress(address)).toMatchObject(expected);
});

test("without a user there is no sign-in", () => {
  expect(parseSmtpAddress("smtp://mail.example.nl")).not.toHaveProperty("auth");
});

test.each([
  "",
  "mail.example.nl",
  "smtp://",
  "http://mail.example.nl",
  "smtp://jan:hunter2@mail.example.nl?requireTLS=false",
  "smtp://jan:hunter2@mail.example.nl?tls=no",
  "smtp://jan:hunter2%@mail.example.nl",
])("%j is refused at the start, without repeating the password", (address) => {
  const failure = (() => {
    try {
      return parseSmtpAddress(address);
    } catch (error) {
      return error;
    }
  })();
  expect(failure).toBeInstanceOf(ConfigError);
  expect(String(failure)).toContain("SMTP_URL");
  expect(inspect(failure)).not.toContain("hunter2");
});
