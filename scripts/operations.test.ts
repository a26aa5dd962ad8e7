import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import processSettings from "#server/process.json" with { type: "json" };
import { startTestServer, type TestServer } from "#testing/test-server.ts";

const ROOT = join(import.meta.dirname, "..");
const read = (path: string) => readFile(join(ROOT, path), "utf8");

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { METRICS_TOKEN: "een-token-dat-lang-genoeg-is" } });
});
afterAll(() => server.close());

test("every setting is documented", async () => {
  const settingNames = [...(await read("src/server/platform/config.ts")).matchAll(/^ {2}([A-Z_]+): /gm)].map(
    ([, name]) => name,
  );
  const documentation = await read("docs/operations/production.md");
  expect(settingNames.length).toBeGreaterThan(15);
  expect(settingNames.filter((name) => !documentation.includes(`\`${name}\``))).toEqual([]);
});

test("every npm command is in the table of CONTRIBUTING.md", async () => {
  const { scripts } = JSON.parse(await read("package.json")) as { scripts: Record<string, string> };
  const table = (await read("CONTRIBUTING.md")).split("\n## ")[0] ?? "";
  const isListed = (name: string) => new RegExp(`\\| .*\`npm (run )?${name}[ \`]`).test(table);
  expect(Object.keys(scripts).filter((name) => !isListed(name))).toEqual([]);
});

test("every folder that package.json names for imports is in the file map of CONTRIBUTING.md", async () => {
  const { imports } = JSON.parse(await read("package.json")) as { imports: Record<string, string> };
  const fileMap = (await read("CONTRIBUTING.md")).split("\n## File map")[1] ?? "";
  const folders = Object.values(imports).map((path) => path.slice("./".length, -"*".length));
  expect(folders.filter((folder) => !fileMap.includes(`- \`${folder}`))).toEqual([]);
});

test("Containerfile and systemd units have the memory settings of process.json", async () => {
  const { NODE_COMPILE_CACHE: _, ...settings } = processSettings;
  for (const path of ["Containerfile", "deploy/systemd/usa-web@.service", "deploy/systemd/usa-worker@.service"])
    for (const [name, value] of Object.entries(settings))
      expect((await read(path)).split(/\s|Environment=/)).toContain(`${name}=${value}`);
});

test("alerts and their documentation name existing metrics", async () => {
  const headers = { authorization: "Bearer een-token-dat-lang-genoeg-is" };
  const { text } = await server.client().get("/metrics", headers);
  const families = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name);
  for (const path of ["deploy/alerts.yml", "docs/operations/monitoring.md"]) {
    const named = [...(await read(path)).matchAll(/\b(?:usa|http|process|nodejs)_[a-z_]+\b/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !families.includes(name.replace(/_(bucket|sum|count)$/, "")))).toEqual([]);
  }
});

test("links between the operations pages are valid", async () => {
  const pages = [
    "docs/operations.md",
    ...(await readdir(join(ROOT, "docs/operations"))).map((name) => `docs/operations/${name}`),
  ];
  for (const page of pages) {
    const links = [...(await read(page)).matchAll(/\]\(([^)#:]+)\)/g)].map(([, link = ""]) => link);
    expect(
      links.filter((link) => !existsSync(join(ROOT, dirname(page), link))),
      page,
    ).toEqual([]);
  }
});
