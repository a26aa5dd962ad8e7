import { expect, test } from "vitest";
import { expectNoPrivateDataInPrompts, startSandbox } from "./sandbox.ts";

test("a test whose product sent an address to the language model fails when its sandbox stops", async () => {
  const sandbox = await startSandbox();
  await expectNoPrivateDataInPrompts(sandbox.url);
  const content = "Mail jan@bakkerij.example eens.";
  await fetch(`${sandbox.url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "sandbox-nl", messages: [{ role: "user", content }] }),
  });
  await sandbox.control("DELETE", "ai/requests");
  await expect(expectNoPrivateDataInPrompts(sandbox.url)).rejects.toThrow("jan@bakkerij.example");
  await expect(sandbox.stop()).rejects.toThrow("jan@bakkerij.example");
  await expect(fetch(sandbox.url)).rejects.toThrow();
});
