import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { callbackify } from "node:util";
import PostalMime, { type Address } from "postal-mime";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerEnvelope, type SMTPServerSession } from "smtp-server";
import type { Clock } from "../clock.ts";
import type { SandboxContext, SandboxService } from "../service.ts";
import { createInbox, type Mail } from "./inbox.ts";
import { addInboxPages } from "./inbox-pages.ts";

type SmtpServer = { listen(port: number): Promise<number>; close(): Promise<void> };

type Receive = (envelope: SMTPServerEnvelope, message: Buffer) => Promise<void>;

const MAX_BYTES = 25 * 1024 * 1024;

/** Accepts all mail; clients may sign in with any name and password. */
function createSmtpServer(receive: Receive): SmtpServer {
  const deliver = async (stream: SMTPServerDataStream, { envelope }: SMTPServerSession) => {
    const message = await buffer(stream);
    if (stream.sizeExceeded) throw Object.assign(new Error("Message too large"), { responseCode: 552 });
    await receive(envelope, message);
  };
  const server = new SMTPServer({
    name: "sandbox",
    banner: "Sandbox",
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    size: MAX_BYTES,
    closeTimeout: 200,
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? "anyone" }),
    onData: callbackify(deliver),
  });
  // A client that disconnects halfway raises an error event, which would end the process without a listener.
  server.on("error", () => {});

  return {
    listen: (port) => listen(server, port),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function listen(server: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.server.off("error", reject);
      const address = server.server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

/** An SMTP server that stores all mail, and a page to read it. */
export function createMailService({ environment, clock }: SandboxContext): SandboxService {
  const inbox = createInbox(environment.dataDir);
  const smtp = createSmtpServer(async (envelope, message) => inbox.add(await readMail(envelope, message, clock)));
  let smtpPort = environment.smtpPort;

  return {
    name: "mail",
    start: async () => {
      await inbox.load();
      smtpPort = await smtp.listen(environment.smtpPort);
    },
    stop: () => smtp.close(),
    controlRoutes: (app) => {
      app.get("/inbox.json", () => inbox.list());
      app.delete("/inbox.json", async (_request, reply) => {
        await inbox.clear();
        return reply.code(204).send();
      });
      addInboxPages(app, inbox, clock);
    },
    describe: (origin) => ({
      inbox: `${origin}/inbox`,
      inboxJson: `${origin}/inbox.json`,
      smtp: `smtp://127.0.0.1:${smtpPort}`,
    }),
    reset: () => inbox.clear(),
  };
}

async function readMail(envelope: SMTPServerEnvelope, message: Buffer, clock: Clock): Promise<Mail> {
  const email = await PostalMime.parse(message);
  return {
    id: randomUUID(),
    from: senderText(email.from) || (envelope.mailFrom ? envelope.mailFrom.address : ""),
    // From the envelope, which includes the blind copies.
    to: envelope.rcptTo.map(({ address }) => address),
    subject: email.subject ?? "",
    text: email.text ?? "",
    html: email.html ?? "",
    date: clock.now().toISOString(),
  };
}

function senderText(sender: Address | undefined): string {
  if (!sender?.address) return "";
  return sender.name ? `${sender.name} <${sender.address}>` : sender.address;
}
