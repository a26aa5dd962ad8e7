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

async function startAndFail(environment: NodeJS.ProcessEnv) {
  const child = start(environment);
  const [stderr, [code]] = await Promise.all([text(child.stderr ?? Readable.from([])), once(child, "exit")]);
  return { stderr, code };
}

async function startReady(): Promise<{ child: ChildProcess; url: string }> {
  const child = start({});
  const [message] = await once(child, "message");
  expect(message).toEqual({ ready: true, url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) });
  return { child, url: message.url };
}

test("prints one line and sends a message to its parent process when it is ready", async () => {
  const child = start({});
  const [[message], [line]] = await Promise.all([once(child, "message"), once(child.stdout ?? child, "data")]);
  expect(String(line)).toBe(`sandbox ready on ${message.url}\n`);
  expect((await fetch(message.url)).status).toBe(200);
});

test.each(["SIGTERM", "SIGINT"] as const)("%s stops it, even with open connections", async (signal) => {
  const { child, url } = await startReady();
  await (await fetch(url)).text();
  child.kill(signal);
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("stops when the parent process disconnects", async () => {
  const { child } = await startReady();
  child.disconnect();
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("stops when the parent process is killed", async () => {
  const script = `
    const child = require("node:child_process").fork(${JSON.stringify(MAIN)}, { env: { SANDBOX_PORT: "0", PATH: process.env.PATH }, execArgv: [] });
    child.on("message", ({ url }) => console.log(url));`;
  const launcher = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(launcher);
  let output = "";
  for await (const chunk of launcher.stdout) {
    output += chunk;
    if (/^http/m.test(output)) break;
  }
  const url = /^http.*$/m.exec(output)?.[0] ?? "";
  expect((await fetch(url)).status).toBe(200);
  launcher.kill("SIGKILL");
  await expect
    .poll(() =>
      fetch(url).then(
        () => "up",
        () => "down",
      ),
    )
    .toBe("down");
});

test("writes no errors when the parent closes the pipe, or disconnects during the start", async () => {
  const pipeClosed = start({});
  pipeClosed.stdout?.destroy();
  await once(pipeClosed, "message");
  const disconnected = start({});
  disconnected.stdout?.destroy();
  disconnected.disconnect();
  const errors = [pipeClosed, disconnected].map((child) => text(child.stderr ?? Readable.from([])));
  pipeClosed.kill("SIGTERM");
  expect(await Promise.all([once(pipeClosed, "exit"), once(disconnected, "exit")])).toEqual([
    [0, null],
    [0, null],
  ]);
  expect(await Promise.all(errors)).toEqual(["", ""]);
});

test("never runs in production", async () => {
  expect(await startAndFail({ NODE_ENV: "production" })).toEqual({
    stderr: "The sandbox stands in for the outside world and never runs with NODE_ENV=production.\n",
    code: 1,
  });
});

test("an invalid port is reported", async () => {
  expect(await startAndFail({ SANDBOX_PORT: "70000" })).toEqual({
    stderr: 'SANDBOX_PORT must be a port from 0 to 65535, not "70000".\n',
    code: 1,
  });
});

test.each(["SANDBOX_PORT", "SANDBOX_SMTP_PORT"])("a %s in use is reported", async (variable) => {
  const otherServer = createServer().listen(0, "127.0.0.1");
  await once(otherServer, "listening");
  const address = otherServer.address();
  const port = typeof address === "object" ? String(address?.port) : "";
  const result = await startAndFail({ SANDBOX_SMTP_PORT: "0", [variable]: port });
  otherServer.close();
  expect(result).toEqual({
    stderr: `Poort ${port} van de sandbox is al in gebruik. Kies een andere met SANDBOX_PORT of SANDBOX_SMTP_PORT.\n`,
    code: 1,
  });
});
