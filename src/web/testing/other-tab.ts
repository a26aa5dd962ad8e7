import { onTestFinished } from "vitest";
import type { Topic } from "#lib/api/company-events.ts";

/** As another tab: it holds the connection and broadcasts its events. Returns a function that reports a change. */
export const startOtherTab = async (topic: Topic): Promise<() => void> => {
  const { promise: isClosed, resolve: close } = Promise.withResolvers<void>();
  const { promise: isOpen, resolve: onOpen } = Promise.withResolvers<void>();
  void navigator.locks.request("company-changes", () => {
    onOpen();
    return isClosed;
  });
  await isOpen;
  const channel = new BroadcastChannel("company-changes");
  onTestFinished(() => {
    channel.close();
    close();
  });
  return () => channel.postMessage({ topic });
};
