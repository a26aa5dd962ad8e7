import { afterAll, beforeAll, expect, test } from "vitest";
import {
  png,
  requestUploadUrl,
  setLogo,
  storageKeyOf,
  storedFilesOf,
  uploadAndSetLogo,
  uploadLogo,
} from "#testing/images.ts";

import { signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { deleteOrphanedLogosJob } from "./companies.jobs.ts";

const MINUTE = 60_000;
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const collect = async (): Promise<void> => {
  const { jobs, database } = server.platform;
  await jobs.enqueue(database.platform, deleteOrphanedLogosJob, {});
  const findUnfinishedJobs = () =>
    server.query("select 1 from pgboss.job where name = $1 and state in ('created', 'retry', 'active')", [
      deleteOrphanedLogosJob.name,
    ]);
  await expect.poll(findUnfinishedJobs).toEqual([]);
};

const newAdmin = () => signedIn(server, { role: "company_admin" });
const putObject = (key: string) => server.platform.storage.put(key, png(1, 1), { contentType: "image/png" });

test("only orphaned logos older than an hour are deleted", async () => {
  const [admin, other] = [await newAdmin(), await newAdmin()];
  const logo = await uploadAndSetLogo(admin, png(9, 9));
  const unlinked = await requestUploadUrl(admin.client);
  await uploadLogo(admin.client, unlinked, png(5, 5));
  await requestUploadUrl(admin.client);
  const left = `companies/${admin.company.id}/logo/left-behind`;
  const another = `companies/${admin.company.id}/report/kept`;
  await Promise.all([putObject(left), putObject(another)]);
  const otherLogo = await uploadAndSetLogo(other, png(9, 9));
  expect(await storedFilesOf(server, admin.company.id)).toHaveLength(4);

  await collect();
  expect(await storedFilesOf(server, admin.company.id)).toHaveLength(4);

  // The upload URL expires after ten minutes; an hour later its file is collected.
  server.clock.advance(71 * MINUTE);
  await collect();
  expect((await storedFilesOf(server, admin.company.id)).toSorted()).toEqual([storageKeyOf(logo), another].toSorted());
  expect(await storedFilesOf(server, other.company.id)).toEqual([storageKeyOf(otherLogo)]);
  expect(await server.query("select 1 from uploads")).toEqual([]);
});

test("the file of an upload in progress is kept", async () => {
  const admin = await newAdmin();
  server.clock.advance(61 * MINUTE);
  const address = await requestUploadUrl(admin.client);
  await uploadLogo(admin.client, address, png(9, 9));
  await collect();
  expect((await setLogo(admin.client, admin.company.id, address)).status).toBe(200);
});

test("a deleted file can no longer be linked", async () => {
  const admin = await newAdmin();
  const address = await requestUploadUrl(admin.client);
  await uploadLogo(admin.client, address, png(9, 9));
  server.clock.advance(71 * MINUTE);
  await collect();
  expect(await storedFilesOf(server, admin.company.id)).toEqual([]);
  expect((await setLogo(admin.client, admin.company.id, address)).status).toBe(409);
});

test("a deleted company keeps its logo until it is purged", async () => {
  const admin = await newAdmin();
  const logo = await uploadAndSetLogo(admin, png(9, 9));
  await server.query("update companies set deleted_at = now() where id = $1", [admin.company.id]);
  server.clock.advance(120 * MINUTE);
  await collect();
  expect(await storedFilesOf(server, admin.company.id)).toEqual([storageKeyOf(logo)]);
  await server.query("delete from companies where id = $1", [admin.company.id]);
  await collect();
  expect(await storedFilesOf(server, admin.company.id)).toEqual([]);
});

test("a logo whose URL includes the host is kept too", async () => {
  const admin = await newAdmin();
  const logo = await uploadAndSetLogo(admin, png(9, 9));
  await server.query("update companies set logo_url = $1 where id = $2", [
    `https://app.example.com${logo}`,
    admin.company.id,
  ]);
  server.clock.advance(120 * MINUTE);
  await collect();
  expect(await storedFilesOf(server, admin.company.id)).toEqual([storageKeyOf(logo)]);
});
