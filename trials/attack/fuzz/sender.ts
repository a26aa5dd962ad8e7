import { Agent, request as httpRequest, type IncomingMessage } from "node:http";

/** A request as it goes over the line, whatever is wrong with it. */
export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

export interface Received {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

const read = async (answer: IncomingMessage): Promise<string> => {
  // A stream goes on for as long as somebody listens.
  if (answer.headers["content-type"]?.startsWith("text/event-stream")) {
    answer.destroy();
    return "";
  }
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

export const send = (base: string, { method, path, headers, body }: Sent): Promise<Received> =>
  new Promise((resolve, reject) => {
    const length: Record<string, string> = body ? { "content-length": String(body.length) } : {};
    const request = httpRequest(base, { method, path, agent, headers: { ...headers, ...length } }, (answer) => {
      const { statusCode: status = 0, headers: received } = answer;
      read(answer).then((text) => resolve({ status, headers: received, text }), reject);
    });
    request.on("error", reject).end(body);
  });
