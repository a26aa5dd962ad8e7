import { randomUUID } from "node:crypto";
import PostalMime, { type Address } from "postal-mime";
import type { SMTPServerEnvelope } from "smtp-server";
import type { Clock } from "../clock.ts";
import type { SandboxContext, SandboxService } from "../service.ts";
import { createInbox, type Mail } from "./inbox.ts";
import { addInboxPages } from "./inbox-pages.ts";
import { createSmtpServer } from "./smtp.ts";

/** A mail server that keeps what it receives, and a page to read it. */
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
    // From the envelope: whoever was put in blind copy receives it too.
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
