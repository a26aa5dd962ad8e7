import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../app.ts";
import type { Mail } from "./inbox.ts";

let dataDir: string;
let sandbox: Sandbox;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sandbox-mail-"));
  sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir });
});
afterAll(async () => {
  await sandbox.stop();
  await rm(dataDir, { recursive: true });
});
afterEach(() => fetch(`${sandbox.url}/inbox.json`, { method: "DELETE" }));

const readJson = async <T>(path: string) => (await (await fetch(`${sandbox.url}${path}`)).json()) as T;
const inbox = () => readJson<Mail[]>("/inbox.json");
const page = async (path: string) => (await fetch(`${sandbox.url}${path}`)).text();

async function send(mail: SendMailOptions, credentials = ""): Promise<void> {
  const { smtp } = await readJson<{ smtp: string }>("/");
  const transport = createTransport(smtp.replace("//", `//${credentials}`));
  await transport.sendMail({ from: "Verkoop <verkoop@noorderlicht.example>", to: "jan@klant.example", ...mail });
  transport.close();
}

test("sent mails are in the inbox, newest first", async () => {
  await send({ subject: "Eerste", text: "Hoi" });
  await send({
    to: ["José <jose@klant.example>", "piet@klant.example"],
    bcc: "archief@noorderlicht.example",
    subject: "Wachtwoord herstellen – één keer geldig",
    text: "Klik op http://127.0.0.1:3000/reset-password?token=a=b",
    html: '<p>Klik <a href="http://127.0.0.1:3000/reset-password?token=a=b">hier</a></p>',
  });
  const [newest, oldest, ...others] = await inbox();
  expect(newest).toEqual({
    id: expect.any(String),
    from: "Verkoop <verkoop@noorderlicht.example>",
    to: ["jose@klant.example", "piet@klant.example", "archief@noorderlicht.example"],
    subject: "Wachtwoord herstellen – één keer geldig",
    text: expect.stringMatching(/^Klik op http:\/\/127\.0\.0\.1:3000\/reset-password\?token=a=b\s*$/),
    html: expect.stringContaining('href="http://127.0.0.1:3000/reset-password?token=a=b"'),
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
  expect(oldest).toMatchObject({ subject: "Eerste", html: "" });
  expect(others).toEqual([]);
});

test("SMTP accepts any name and password", async () => {
  await send({ subject: "Aangemeld" }, "iemand:geheim@");
  expect(await inbox()).toHaveLength(1);
});

test("the inbox is emptied by DELETE and by a reset", async () => {
  await send({ subject: "Weg" });
  expect((await fetch(`${sandbox.url}/inbox.json`, { method: "DELETE" })).status).toBe(204);
  expect(await inbox()).toEqual([]);
  await send({ subject: "Ook weg" });
  await fetch(`${sandbox.url}/_control/reset`, { method: "POST" });
  expect(await inbox()).toEqual([]);
});

test("mails are dated by the sandbox's clock", async () => {
  const body = JSON.stringify({ now: "2027-03-01T12:00:00Z" });
  await fetch(`${sandbox.url}/_control/clock`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
  });
  await send({ subject: "Later" });
  expect((await inbox())[0]?.date).toMatch(/^2027-03-01T12:00/);
  await fetch(`${sandbox.url}/_control/reset`, { method: "POST" });
});

test("mails survive a restart; an invalid file is an empty inbox", async () => {
  await send({ subject: "Blijft" });
  await Promise.all(Array.from({ length: 20 }, (_, index) => send({ subject: `Tegelijk ${index}` })));
  const before = await inbox();
  expect(before).toHaveLength(21);
  await sandbox.stop();
  sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir });
  expect(await inbox()).toEqual(before);

  await sandbox.stop();
  await writeFile(join(dataDir, "inbox.json"), "[{");
  sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir });
  expect(await inbox()).toEqual([]);
});

test("only the last 500 mails are stored", async () => {
  const { smtp } = await readJson<{ smtp: string }>("/");
  const transport = createTransport({ url: smtp, pool: true, maxMessages: Number.POSITIVE_INFINITY });
  const mail = { from: "a@b.example", to: "c@d.example", text: "" };
  for (let index = 0; index < 501; index++) await transport.sendMail({ ...mail, subject: `Nummer ${index}` });
  transport.close();
  const mails = await inbox();
  expect([mails.length, mails[0]?.subject, mails.at(-1)?.subject]).toEqual([500, "Nummer 500", "Nummer 1"]);
});

test("a client that disconnects halfway does not stop the server", async () => {
  const { smtp } = await readJson<{ smtp: string }>("/");
  const socket = connect(Number(new URL(smtp).port), "127.0.0.1");
  await new Promise((resolve) => socket.once("data", resolve));
  socket.write("EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<c@d.example>\r\nDATA\r\nSubject: half");
  await new Promise((resolve) => socket.once("data", resolve));
  socket.resetAndDestroy();
  await send({ subject: "Heel" });
  expect((await inbox()).map(({ subject }) => subject)).toEqual(["Heel"]);
});

test("the page lists the mails and shows one, as HTML and as text", async () => {
  expect(await page("/inbox")).toContain("Nog geen berichten.");
  await send({ subject: "<b>Offerte</b>", text: "Zie https://klant.example/offerte.", html: "<h1>Offerte</h1>" });
  const [mail] = await inbox();
  expect(await page("/inbox")).toContain("&lt;b&gt;Offerte&lt;/b&gt;");
  expect(await page(`/inbox/${mail?.id}`)).toContain(
    `<iframe title="Inhoud van het bericht" src="/inbox/${mail?.id}/html"`,
  );
  expect(await page(`/inbox/${mail?.id}?toon=tekst`)).toContain(
    '<a href="https://klant.example/offerte" target="_blank"',
  );
  expect((await fetch(`${sandbox.url}/inbox/weg`)).status).toBe(404);
});

test("the content of a mail cannot run scripts", async () => {
  await send({ subject: "Kwaad", html: "<script>alert(1)</script>" });
  const [mail] = await inbox();
  const policy = (await fetch(`${sandbox.url}/inbox/${mail?.id}/html`)).headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';/);
  expect(policy).not.toContain("allow-scripts");
});
