import * as fileSystem from "node:fs/promises";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readConfig } from "#platform/config.ts";
import { type FileCalls, readOrCreateAppSecret } from "./app-secret.ts";

const refuseLink: FileCalls["link"] = () =>
  Promise.reject(Object.assign(new Error("operation not permitted, link"), { code: "EPERM" }));

const openOnFullDisk: FileCalls["open"] = async (...args) => {
  const file = await fileSystem.open(...args);
  file.writeFile = () => Promise.reject(new Error("no space left on device, write"));
  return file;
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "usa-secret-"));
});
afterEach(() => rm(folder, { recursive: true }));

test.each([
  ["with", fileSystem.link],
  ["without", refuseLink],
])(
  "everybody who starts at the same moment, on a file system %s hard links, has the same complete secret",
  async (_with, link) => {
    const calls = { link, open: fileSystem.open };
    const config = readConfig({ DATA_DIR: folder });
    const secrets = await Promise.all(Array.from({ length: 40 }, () => readOrCreateAppSecret(config, calls)));
    expect([...new Set(secrets)]).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
    expect(await readOrCreateAppSecret(config)).toBe(secrets[0]);
    expect(await readdir(folder)).toEqual(["app-secret"]);
  },
);

test("an empty file is no secret, and is not replaced either", async () => {
  await writeFile(join(folder, "app-secret"), "\n");
  await expect(readOrCreateAppSecret(readConfig({ DATA_DIR: folder }))).rejects.toThrow("app-secret is leeg");
  expect(await readdir(folder)).toEqual(["app-secret"]);
});

test("a secret that cannot be written leaves no empty file, so that the next start succeeds", async () => {
  const config = readConfig({ DATA_DIR: folder });
  const calls = { link: refuseLink, open: openOnFullDisk };
  await expect(readOrCreateAppSecret(config, calls)).rejects.toThrow("no space left");
  expect(await readdir(folder)).toEqual([]);
  expect(await readOrCreateAppSecret(config)).toMatch(/^[\w-]{43}$/);
});
