import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

// Below the ports that systems hand out by themselves: nobody gets it while the server is away for a moment.
const FIRST = 20_000;
const LAST = 29_999;

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer();
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
};

export const findFreePort = async (): Promise<number> => {
  const port = randomInt(FIRST, LAST);
  return (await isFree(port)) ? port : findFreePort();
};
