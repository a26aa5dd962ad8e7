import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

test("the bill of materials names every dependency with its version", async () => {
  const env = { ...process.env, npm_config_cache: "/tmp/usa-npm-cache" };
  await promisify(execFile)(process.execPath, [join(ROOT, "scripts/sbom.mjs")], { cwd: ROOT, env });
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
