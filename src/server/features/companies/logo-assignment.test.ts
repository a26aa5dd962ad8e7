import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChangeEvent } from "#contract/system.ts";
import { fingerprint } from "#testing/database-contents.ts";
import {
  logoOf,
  png,
  requestUploadUrl,
  setLogo,
  storageKeyOf,
  storedFilesOf,
  uploadAndSetLogo,
  uploadLogo,
} from "#testing/images.ts";

import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
const newAdmin = () => signedIn(server, { role: "company_admin" });

beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());

const uploadAndGetUrl = async ({ client }: SignedIn): Promise<string> => {
  const uploadUrl = await requestUploadUrl(client);
  await uploadLogo(client, uploadUrl, png(9, 9));
  return uploadUrl;
};

test("the uploaded file becomes the logo, for everybody in the company", async () => {
  const admin = await newAdmin();
  const logo = await uploadAndSetLogo(admin, png(9, 9));
  expect(logo).toMatch(new RegExp(`^/objects/companies/${admin.company.id}/logo/[0-9a-f]{36}$`));
  const colleague = await signedIn(server, { company: admin.company });
  expect((await colleague.client.get("/api/auth/company")).body).toMatchObject({
    name: admin.company.name,
    logoUrl: logo,
  });
  expect((await colleague.client.get(logo)).bytes).toEqual(png(9, 9));
});

test("the upload URL may be absolute", async () => {
  const admin = await newAdmin();
  const uploadUrl = await uploadAndGetUrl(admin);
  const response = await setLogo(admin.client, admin.company.id, `http://localhost:3000${uploadUrl}`);
  expect(response.status).toBe(200);
  expect(await logoOf(server, admin.company.id)).toBe(response.body["objectPath"]);
});

test("the new logo replaces the old one, whose file is deleted", async () => {
  const admin = await newAdmin();
  const first = await uploadAndSetLogo(admin, png(9, 9));
  const second = await uploadAndSetLogo(admin, png(5, 5));
  expect(await logoOf(server, admin.company.id)).toBe(second);
  expect(await storedFilesOf(server, admin.company.id)).toEqual([storageKeyOf(second)]);
  expect((await server.client().get(first)).status).toBe(404);
});

test("the change is recorded with before and after", async () => {
  const admin = await newAdmin();
  const first = await uploadAndSetLogo(admin, png(9, 9));
  const second = await uploadAndSetLogo(admin, png(5, 5));
  const entries = await server.query(
    "select actor_id, action, subject_type, subject_id, subject_name, before, after from audit_log where company_id = $1 and action like 'company%' order by at",
    [admin.company.id],
  );
  const entry = {
    actor_id: admin.user.id,
    action: "company.logo_replaced",
    subject_type: "company",
    subject_id: admin.company.id,
    subject_name: admin.company.name,
  };
  expect(entries).toEqual([
    { ...entry, before: { logoUrl: null }, after: { logoUrl: first } },
    { ...entry, before: { logoUrl: first }, after: { logoUrl: second } },
  ]);
});

test("the change is published to the screens of the company only", async () => {
  const [admin, other] = [await newAdmin(), await newAdmin()];
  const received = { own: [] as ChangeEvent[], others: [] as ChangeEvent[] };
  const unsubscribes = [
    server.platform.events.subscribe(admin.company.id, (event) => received.own.push(event)),
    server.platform.events.subscribe(other.company.id, (event) => received.others.push(event)),
  ];
  await uploadAndSetLogo(admin, png(9, 9));
  await expect.poll(() => received.own).toContainEqual({ topic: "company", id: admin.company.id });
  for (const unsubscribe of unsubscribes) unsubscribe();
  expect(received.others).toEqual([]);
});

test("an upload URL without a file cannot become the logo, and the old logo stays", async () => {
  const admin = await newAdmin();
  const logo = await uploadAndSetLogo(admin, png(9, 9));
  const unusedUrl = await requestUploadUrl(admin.client);
  const urlOfRefusedUpload = await requestUploadUrl(admin.client);
  await uploadLogo(admin.client, urlOfRefusedUpload, Buffer.from("geen plaatje"));
  const before = await fingerprint(server);
  for (const uploadUrl of [unusedUrl, urlOfRefusedUpload]) {
    const response = await setLogo(admin.client, admin.company.id, uploadUrl);
    expect([response.status, response.body["code"]]).toEqual([409, "conflict"]);
  }
  expect(await fingerprint(server)).toEqual(before);
  expect((await server.client().get(logo)).status).toBe(200);
});

test("an upload can become the logo once", async () => {
  const admin = await newAdmin();
  const uploadUrl = await uploadAndGetUrl(admin);
  const responses = await Promise.all([1, 2].map(() => setLogo(admin.client, admin.company.id, uploadUrl)));
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const logo = await uploadAndSetLogo(admin, png(5, 5));
  expect((await setLogo(admin.client, admin.company.id, uploadUrl)).status).toBe(409);
  expect(await logoOf(server, admin.company.id)).toBe(logo);
});

test("of two logos set concurrently one remains, with its file", async () => {
  const admin = await newAdmin();
  const uploadUrls = [await uploadAndGetUrl(admin), await uploadAndGetUrl(admin)];
  const responses = await Promise.all(
    uploadUrls.map((uploadUrl) => setLogo(admin.client, admin.company.id, uploadUrl)),
  );
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  const logo = await logoOf(server, admin.company.id);
  expect(await storedFilesOf(server, admin.company.id)).toEqual([storageKeyOf(logo ?? "")]);
});

test("a foreign and an unknown company or upload URL get the same 404", async () => {
  const [admin, other] = [await newAdmin(), await newAdmin()];
  const [ownUrl, otherUrl] = [await uploadAndGetUrl(admin), await uploadAndGetUrl(other)];
  const before = await fingerprint(server);
  const responses = [
    await setLogo(admin.client, other.company.id, otherUrl),
    await setLogo(admin.client, other.company.id, ownUrl),
    await setLogo(admin.client, "0198a7f4-3f0e-7000-8000-000000000000", ownUrl),
    await setLogo(admin.client, admin.company.id, otherUrl),
    await setLogo(admin.client, admin.company.id, "/api/uploads/abc.def"),
  ];
  expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  expect(await fingerprint(server)).toEqual(before);
});

test.each([
  "https://evil.example/logo.png",
  "javascript:alert(1)",
  "/objects/companies/x/logo/y",
  "/api/companies/logo-upload",
  "//",
])("%s is not an upload URL", async (uploadUrl) => {
  const admin = await newAdmin();
  const response = await setLogo(admin.client, admin.company.id, uploadUrl);
  expect([response.status, response.body["code"]]).toEqual([400, "invalid"]);
  expect(await logoOf(server, admin.company.id)).toBeNull();
});

test("only company admins can set the logo", async () => {
  const admin = await newAdmin();
  const uploadUrl = await uploadAndGetUrl(admin);
  const colleague = await signedIn(server, { role: "account_manager", company: admin.company });
  const before = await fingerprint(server);
  expect((await setLogo(colleague.client, admin.company.id, uploadUrl)).status).toBe(403);
  expect((await setLogo(server.client(), admin.company.id, uploadUrl)).status).toBe(401);
  expect(await fingerprint(server)).toEqual(before);
});

test("an old logo in another company's folder is not deleted", async () => {
  const [admin, other] = [await newAdmin(), await newAdmin()];
  const otherLogo = await uploadAndSetLogo(other, png(9, 9));
  await server.query("update companies set logo_url = $1 where id = $2", [otherLogo, admin.company.id]);
  await uploadAndSetLogo(admin, png(5, 5));
  expect((await server.client().get(otherLogo)).status).toBe(200);
});
