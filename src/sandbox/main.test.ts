import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";

const MAIN = fileURLToPath(new URL("./main.ts", import.meta.url));
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

function start(environment: NodeJS.ProcessEnv): ChildProcess {
  const variables = { PATH: process.env.PATH, SANDBOX_PORT: "0", ...environment };
  const child = fork(MAIN, { env: variables, execArgv: [], stdio: ["ignore", "pipe", "pipe", "ipc"] });
  children.push(child);
  return child;
}

async function refusal(environment: NodeJS.ProcessEnv) {
  const child = start(environment);
  const [complaint, [code]] = await Promise.all([text(child.stderr ?? Readable.from([])), once(child, "exit")]);
  return { complaint, code };
}

async function startReady(): Promise<{ child: ChildProcess; url: string }> {
  const child = start({});
  const [message] = await once(child, "message");
  expect(message).toEqual({ ready: true, url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) });
  return { child, url: message.url };
}

test("says that it is ready, in one line and to its launcher", async () => {
  const child = start({});
  const [[message], [line]] = await Promise.all([once(child, "message"), once(child.stdout ?? child, "data")]);
  expect(String(line)).toBe(`sandbox ready on ${message.url}\n`);
  expect((await fetch(message.url)).status).toBe(200);
});

test.each(["SIGTERM", "SIGINT"] as const)("%s stops it at once, open connections or not", async (signal) => {
  const { child, url } = await startReady();
  await (await fetch(url)).text();
  const before = performance.now();
  child.kill(signal);
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(performance.now() - before).toBeLessThan(2_000);
});

test("it does not outlive a launcher that goes away", async () => {
  const { child } = await startReady();
  child.disconnect();
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("it does not outlive a launcher that is killed", async () => {
  const script = `
    const child = require("node:child_process").fork(${JSON.stringify(MAIN)}, { env: { SANDBOX_PORT: "0", PATH: process.env.PATH }, execArgv: [] });
    child.on("message", ({ url }) => console.log(url));`;
  const launcher = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(launcher);
  let said = "";
  for await (const piece of launcher.stdout) {
    said += piece;
    if (/^http/m.test(said)) break;
  }
  const url = /^http.*$/m.exec(said)?.[0] ?? "";
  expect((await fetch(url)).status).toBe(200);
  launcher.kill("SIGKILL");
  await expect
    .poll(
      () =>
        fetch(url).then(
          () => "up",
          () => "down",
        ),
      { timeout: 5_000 },
    )
    .toBe("down");
});

test("a launcher that stops reading, or goes while it starts, gets no complaint", async () => {
  const deaf = start({});
  deaf.stdout?.destroy();
  await once(deaf, "message");
  const left = start({});
  left.stdout?.destroy();
  left.disconnect();
  const complaints = [deaf, left].map((child) => text(child.stderr ?? Readable.from([])));
  deaf.kill("SIGTERM");
  expect(await Promise.all([once(deaf, "exit"), once(left, "exit")])).toEqual([
    [0, null],
    [0, null],
  ]);
  expect(await Promise.all(complaints)).toEqual(["", ""]);
});

test("never runs in production", async () => {
  expect(await refusal({ NODE_ENV: "production" })).toEqual({
    complaint: "The sandbox stands in for the outside world and never runs with NODE_ENV=production.\n",
    code: 1,
  });
});

test("a port that is none is named", async () => {
  expect(await refusal({ SANDBOX_PORT: "70000" })).toEqual({
    complaint: 'SANDBOX_PORT must be a port from 0 to 65535, not "70000".\n',
    code: 1,
  });
});

test.each(["SANDBOX_PORT", "SANDBOX_SMTP_PORT"])("a %s in use is named", async (variable) => {
  const squatter = createServer().listen(0, "127.0.0.1");
  await once(squatter, "listening");
  const address = squatter.address();
  const port = typeof address === "object" ? String(address?.port) : "";
  const answer = await refusal({ SANDBOX_SMTP_PORT: "0", [variable]: port });
  squatter.close();
  expect(answer).toEqual({ complaint: `The sandbox cannot start: port ${port} is in use.\n`, code: 1 });
});
