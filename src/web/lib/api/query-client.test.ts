import { MutationObserver, onlineManager } from "@tanstack/react-query";
import { expect, onTestFinished, test } from "vitest";
import { createQueryClient } from "./query-client.ts";

test("a mutation without a connection fails at once, and is not sent later", async () => {
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  let calls = 0;
  const mutation = new MutationObserver(createQueryClient(), {
    mutationFn: () => {
      calls += 1;
      return Promise.reject(new TypeError("Failed to fetch"));
    },
  });
  await expect(mutation.mutate()).rejects.toThrow("Failed to fetch");
  onlineManager.setOnline(true);
  expect(calls).toBe(1);
});
