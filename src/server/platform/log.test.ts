import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

/** Without a pseudo-terminal: writes fail as they do after the terminal was closed. */
const FAIL_AS_CLOSED_TERMINAL = `
  const fail = () => Object.assign(new Error("write EIO"), { code: "EIO" });
  fs.write = (...args) => process.nextTick(args.at(-1), fail());
  fs.writeSync = () => { throw fail(); };`;

test.each([
  ["the reader of its output", ""],
  ["its terminal", FAIL_AS_CLOSED_TERMINAL],
])("a process goes on and exits by itself when %s is gone", async (_what, before) => {
  const program = `
    import fs from "node:fs";
    ${before}
    const { createLog } = await import("#platform/log.ts");
    const log = createLog("info");
    await new Promise((resolve) => process.stdin.once("data", resolve));
    for (let line = 0; line < 200; line++) log.info("a line that nobody reads");
    await new Promise((resolve) => setTimeout(resolve, 500));
    log.info("one more");
    process.stderr.write("done");
    process.stdin.destroy();`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], { stdio: "pipe" });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  child.stdout.destroy();
  const exited = once(child, "exit");
  child.stdin.write("go\n");
  expect(await exited).toEqual([0, null]);
  expect(errors).toBe("done");
});
