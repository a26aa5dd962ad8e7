import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

// npm caches advisories: with a cache of its own, no run sees those of another.
let cache: string;
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), "usa-npm-cache-"));
});
afterEach(() => rm(cache, { recursive: true, force: true }));

/** npm takes long to start on a busy machine. */
const PATIENT = { AUDIT_TIMEOUT_MS: "200000" };

const runScript = async (registry: string, [script = "", ...args]: string[], more: Record<string, string> = {}) => {
  const env = { ...process.env, ...PATIENT, npm_config_cache: cache, npm_config_registry: registry, ...more };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, script), ...args], { cwd: ROOT, env });
    return { code: 0, stdout };
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string };
    return { code, stdout };
  }
};

const runAudit = (registry: string, env?: Record<string, string>) => runScript(registry, ["scripts/audit.mjs"], env);
/** As one of the static checks, which every complete test run makes. */
const runCheck = (registry: string) => runScript(registry, ["scripts/check.mjs", "known vulnerabilities"]);

/** A registry for `npm audit` that knows only these advisories; without advisories it answers 404. */
const withRegistry = async <T>(advisories: object | undefined, work: (url: string) => Promise<T>): Promise<T> => {
  const registry = createServer(({ method }, response) => {
    const found = method === "POST" ? advisories : undefined;
    response.writeHead(found ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(found ?? {}));
  }).listen(0, "127.0.0.1");
  await once(registry, "listening");
  try {
    return await work(`http://127.0.0.1:${(registry.address() as AddressInfo).port}/`);
  } finally {
    registry.close();
  }
};

const advisory = (severity: string) => ({
  uqr: [{ id: 1, url: "https://example.org/1", title: "Example", severity, vulnerable_versions: "*" }],
});

test.each([
  ["without known vulnerabilities it passes", {}, 0, /^No known vulnerabilities/m],
  ["a vulnerability of low severity passes", advisory("low"), 0, /^No known vulnerabilities .*\(1 lower\)/m],
  ["a known vulnerability of moderate severity fails", advisory("moderate"), 1, /^moderate: uqr /m],
  ["a registry that cannot answer is reported, without failing", undefined, 0, /^Could not check/m],
])("the check of dependencies: %s", async (_what, advisories, code, text) => {
  const result = await withRegistry(advisories, (url) => runAudit(url));
  expect(result).toEqual({ code, stdout: expect.stringMatching(text) });
});

/** The PATH with an npm that writes a notice with a brace to stdout or stderr, before and after what npm does. */
const pathWithNotices = async (stream: 1 | 2): Promise<string> => {
  const notice = `echo "npm notice {new} version }" >&${stream}`;
  const lines = ["#!/bin/sh", notice, `PATH='${process.env["PATH"]}' npm "$@"`, "code=$?", notice, "exit $code"];
  await writeFile(join(cache, "npm"), lines.join("\n"), { mode: 0o755 });
  return `${cache}:${process.env["PATH"]}`;
};

test("a notice of npm with a brace hides no vulnerability", async () => {
  const PATH = await pathWithNotices(2);
  const result = await withRegistry(advisory("high"), (url) => runAudit(url, { PATH }));
  expect(result).toEqual({ code: 1, stdout: expect.stringMatching(/^high: uqr /m) });
});

test("a report that cannot be read fails", async () => {
  const PATH = await pathWithNotices(1);
  const result = await withRegistry(advisory("high"), (url) => runAudit(url, { PATH }));
  expect(result).toEqual({ code: 1, stdout: "" });
});

test.each([
  ["a known vulnerability fails the static checks", advisory("high"), 1, /^✗ known vulnerabilities.*\n +high: uqr/],
  ["a registry that cannot answer passes them visibly", undefined, 0, /^✓ known vulnerabilities.*\n +Could not check/],
])("%s", async (_what, advisories, code, text) => {
  const result = await withRegistry(advisories, runCheck);
  expect(result).toEqual({ code, stdout: expect.stringMatching(text) });
});

test("a registry that does not respond is given up, without failing", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const result = await runAudit(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/`, {
    AUDIT_TIMEOUT_MS: "30000",
  });
  silent.closeAllConnections();
  silent.close();
  expect(result).toEqual({ code: 0, stdout: expect.stringMatching(/^Could not check/) });
}, 100_000);
