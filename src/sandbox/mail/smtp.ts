import { buffer } from "node:stream/consumers";
import { callbackify } from "node:util";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerEnvelope, type SMTPServerSession } from "smtp-server";

export type SmtpServer = { listen(port: number): Promise<number>; close(): Promise<void> };

export type Receive = (envelope: SMTPServerEnvelope, message: Buffer) => Promise<void>;

const MAX_BYTES = 25 * 1024 * 1024;

/** Takes mail from anyone to anyone; a sender may sign in with any name and password. */
export function createSmtpServer(receive: Receive): SmtpServer {
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
  // A sender that hangs up halfway is an error event, which without a listener would end the process.
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
