import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

const runScript = async (script: string, env: Record<string, string> = {}) => {
  const options = { cwd: ROOT, env: { ...process.env, npm_config_cache: "/tmp/usa-npm-cache", ...env } };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, script)], options);
    return { code: 0, stdout };
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string };
    return { code, stdout };
  }
};

/** Answers `npm audit` in place of the registry. */
const withRegistry = async <T>(advisories: object | undefined, work: (url: string) => Promise<T>): Promise<T> => {
  const registry = createServer((_request, response) => {
    response.writeHead(advisories ? 200 : 405, { "content-type": "application/json" });
    response.end(JSON.stringify(advisories ?? {}));
  }).listen(0, "127.0.0.1");
  await once(registry, "listening");
  try {
    return await work(`http://127.0.0.1:${(registry.address() as AddressInfo).port}/`);
  } finally {
    registry.close();
  }
};

test.each([
  ["without known vulnerabilities it passes", {}, 0, /^No known vulnerabilities/m],
  ["a registry without advisories is reported", undefined, 0, /^Could not check/m],
])("the check of dependencies: %s", async (_what, advisories, code, text) => {
  const result = await withRegistry(advisories, (url) => runScript("scripts/audit.mjs", { npm_config_registry: url }));
  expect(result).toEqual({ code, stdout: expect.stringMatching(text) });
});

test("the bill of materials names every dependency with its version", async () => {
  expect((await runScript("scripts/sbom.mjs")).code).toBe(0);
  const { bomFormat, components } = JSON.parse(readFileSync(join(ROOT, "dist/sbom.json"), "utf8")) as {
    bomFormat: string;
    components: { name: string; version: string }[];
  };
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  expect(bomFormat).toBe("CycloneDX");
  const named = components.map(({ name, version }) => `${name}@${version}`);
  expect(named).toEqual(expect.arrayContaining(Object.entries(dependencies).map((pair) => pair.join("@"))));
});
