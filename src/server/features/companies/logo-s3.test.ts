import { afterAll, beforeAll, expect, test } from "vitest";
import {
  CLEANED_SVG,
  jpeg,
  logoOf,
  png,
  requestUploadUrl,
  SVG,
  setLogo,
  storageKeyOf,
  storedFilesOf,
  uploadAndSetLogo,
  uploadLogo,
} from "#testing/images.ts";

import { type SandboxStorage, startSandboxStorage } from "#testing/sandbox.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { deleteOrphanedLogosJob } from "./companies.jobs.ts";

let sandbox: SandboxStorage;
let server: TestServer;
let admin: SignedIn;

beforeAll(async () => {
  sandbox = await startSandboxStorage();
  server = await startTestServer({ env: { STORAGE_URL: sandbox.storageUrl(), LOG_LEVEL: "silent" } });
  admin = await signedIn(server, { role: "company_admin" });
});
afterAll(async () => {
  await server.close();
  await sandbox.stop();
});

test("logos are stored in S3 as in a folder", async () => {
  const first = await uploadAndSetLogo(admin, jpeg);
  const served = await server.client().get(first);
  expect([served.headers.get("content-type"), served.bytes]).toEqual(["image/jpeg", jpeg]);

  const second = await uploadAndSetLogo(admin, SVG);
  expect((await server.client().get(second)).text).toBe(CLEANED_SVG);
  expect((await server.client().get(second)).headers.get("content-type")).toBe("image/svg+xml");
  expect((await server.client().get(first)).status).toBe(404);
  expect(await storedFilesOf(server, admin.company.id)).toEqual([storageKeyOf(second)]);
});

test("orphaned logos are deleted from S3 too", async () => {
  const logo = await uploadAndSetLogo(admin, png(9, 9));
  await uploadLogo(admin.client, await requestUploadUrl(admin.client), png(5, 5));
  expect(await storedFilesOf(server, admin.company.id)).toHaveLength(2);
  server.clock.advance(71 * 60_000);
  await server.platform.jobs.enqueue(server.platform.database.platform, deleteOrphanedLogosJob, {});
  await expect.poll(() => storedFilesOf(server, admin.company.id)).toEqual([storageKeyOf(logo)]);
});

test("while S3 is unavailable nothing is accepted, linked or lost", async () => {
  const logo = await uploadAndSetLogo(admin, png(9, 9));
  const [sent, empty] = [await requestUploadUrl(admin.client), await requestUploadUrl(admin.client)];
  await uploadLogo(admin.client, sent, png(5, 5));
  await sandbox.stop();
  const responses = [
    await uploadLogo(admin.client, empty, png(5, 5)),
    await setLogo(admin.client, admin.company.id, sent),
    await server.client().get(logo),
    await admin.client.put("/api/profile/picture", png(5, 5), { "content-type": "image/png" }),
  ];
  for (const { status, body, headers } of responses) {
    expect([status, body["code"], headers.get("retry-after")]).toEqual([503, "unavailable", "5"]);
    expect(headers.get("cache-control")).toBe("no-store");
  }
  expect(await logoOf(server, admin.company.id)).toBe(logo);
  const spent = await server.query("select 1 from uploads where uploaded_at is not null and attached_at is null");
  expect(spent).toHaveLength(1);
});
