import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** What a part of the product says of itself once it can be used. */
interface Ready {
  ready: true;
  url: string;
}

const readyMessage = async (child: ChildProcess): Promise<Ready> => {
  const [message] = (await once(child, "message")) as [Ready | { step: string }];
  return "ready" in message ? message : readyMessage(child);
};

/** Waits through the steps it takes before; one that ends without being ready is an error. */
export const untilReady = (child: ChildProcess): Promise<Ready> => {
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`${child.spawnargs.join(" ")} ended with ${code} before it was ready`);
  });
  return Promise.race([readyMessage(child), ended]);
};
