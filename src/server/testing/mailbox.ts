import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

const WAIT_MS = 60_000;

const read = async (stream: NodeJS.ReadableStream): Promise<Mail> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const parsed = await PostalMime.parse(Buffer.concat(chunks));
  const to = parsed.to?.[0]?.address ?? "";
  return { to, subject: parsed.subject ?? "", text: parsed.text ?? "", html: parsed.html ?? "" };
};

/** An SMTP server that stores the mails it receives. `next` waits for the next unread mail to an address. */
export const startMailbox = async () => {
  const received: Mail[] = [];
  const taken = new Set<Mail>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, _session, done) => {
      read(stream).then(
        (mail) => {
          received.push(mail);
          done();
        },
        (error: Error) => done(error),
      );
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  const mailsTo = (address: string) => received.filter((mail) => mail.to === address);
  return {
    url: `smtp://127.0.0.1:${port}`,
    mailsTo,
    next: async (address: string): Promise<Mail> => {
      for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; ) {
        const mail = mailsTo(address).find((candidate) => !taken.has(candidate));
        if (mail) {
          taken.add(mail);
          return mail;
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`no mail came for ${address}`);
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};
