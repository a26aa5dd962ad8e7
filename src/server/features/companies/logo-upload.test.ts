import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOGO_MAX_BYTES } from "#contract/companies.ts";
import { makeUser } from "#testing/account-factories.ts";
import { fingerprint } from "#testing/database-contents.ts";
import {
  CLEANED_SVG,
  jpeg,
  logoOf,
  png,
  requestUploadUrl,
  SVG,
  storedFilesOf,
  uploadAndSetLogo,
  uploadLogo,
} from "#testing/images.ts";

import { type SignedIn, signedIn, signInAs } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let admin: SignedIn;

beforeAll(async () => {
  // Without a worker, so that what a refused request writes can be seen in every row.
  server = await startTestServer({ worker: false });
  admin = await signedIn(server, { role: "company_admin" });
});
afterAll(() => server.close());

/** A valid picture of this many bytes: padded with a chunk that viewers ignore. */
const pngOfSize = (bytes: number): Buffer => {
  const [picture, end] = [png(9, 9).subarray(0, -12), png(9, 9).subarray(-12)];
  const filling = Buffer.alloc(bytes - picture.length - end.length);
  filling.writeUInt32BE(filling.length - 12, 0);
  filling.write("teXt", 4);
  return Buffer.concat([picture, filling, end]);
};

const expectNothingKept = async (work: () => Promise<unknown>): Promise<void> => {
  const [rows, files] = [await fingerprint(server), await storedFilesOf(server, admin.company.id)];
  await work();
  expect(await fingerprint(server)).toEqual(rows);
  expect(await storedFilesOf(server, admin.company.id)).toEqual(files);
};

describe("supported file types", () => {
  test.each([
    ["a PNG", png(40, 30), "image/png", png(40, 30)],
    ["a JPEG", jpeg, "image/jpeg", jpeg],
    ["a JPEG by its other name", jpeg, "image/jpg", jpeg],
    ["a drawing, cleaned", SVG, "image/svg+xml", Buffer.from(CLEANED_SVG)],
  ])("%s is accepted", async (_, file, type, kept) => {
    const who = await signedIn(server, { role: "company_admin" });
    const address = await requestUploadUrl(who.client);
    const response = await uploadLogo(who.client, address, file, type);
    expect([response.status, response.text]).toEqual([204, ""]);
    expect(response.headers.get("etag")).toMatch(/^"[0-9a-f]{64}"$/);
    const [key] = await storedFilesOf(server, who.company.id);
    expect(key).toMatch(new RegExp(`^companies/${who.company.id}/logo/[0-9a-f]{36}$`));
    const served = await server.client().get(`/objects/${key}`);
    expect(served.bytes).toEqual(kept);
    expect(served.headers.get("content-type")).toBe(type.replace("jpg", "jpeg"));
  });

  test("the type is decided by the content, not by the name", async () => {
    const who = await signedIn(server, { role: "company_admin" });
    await uploadLogo(who.client, await requestUploadUrl(who.client), jpeg, "image/svg+xml");
    const [key] = await storedFilesOf(server, who.company.id);
    const served = await server.client().get(`/objects/${key}`);
    expect(served.headers.get("content-type")).toBe("image/jpeg");
  });

  test("an SVG cannot run scripts or load resources, also when it is opened directly", async () => {
    const logo = await uploadAndSetLogo(admin, SVG);
    const { headers, text } = await server.client().get(logo);
    expect(text).toBe(CLEANED_SVG);
    expect(headers.get("content-type")).toBe("image/svg+xml");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy.split("; ")).toEqual(expect.arrayContaining(["sandbox", "default-src 'none'"]));
    expect(policy).not.toMatch(/allow-|script-src/);
  });
});

describe("size limit", () => {
  test("a file of exactly 5 MB is accepted", async () => {
    const response = await uploadLogo(admin.client, await requestUploadUrl(admin.client), pngOfSize(LOGO_MAX_BYTES));
    expect([response.status, response.text]).toEqual([204, ""]);
  });

  test("one byte more is refused and stores nothing", async () => {
    const address = await requestUploadUrl(admin.client);
    await expectNothingKept(async () => {
      const response = await uploadLogo(admin.client, address, pngOfSize(LOGO_MAX_BYTES + 1));
      expect([response.status, response.body["code"]]).toEqual([413, "too_large"]);
    });
  });
});

describe("unsupported files", () => {
  test.each([
    ["HTML that calls itself a PNG", Buffer.from("<html><script>alert(1)</script></html>"), "image/png"],
    ["HTML that calls itself a drawing", Buffer.from("<html><script>alert(1)</script></html>"), "image/svg+xml"],
    ["a script behind a PNG", Buffer.concat([png(9, 9), Buffer.from("<script>alert(1)</script>")]), "image/png"],
    ["a script behind a JPEG", Buffer.concat([jpeg, Buffer.from("<script>alert(1)</script>")]), "image/jpeg"],
    ["a drawing behind a GIF's signature", Buffer.concat([Buffer.from("GIF89a"), SVG]), "image/svg+xml"],
    [
      "a drawing with entities",
      Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg><text>&a;</text></svg>'),
      "image/svg+xml",
    ],
    ["a small file that unpacks to a wall of pixels", png(60_000, 60_000, 1), "image/png"],
    ["a GIF", Buffer.from("GIF89a\u0001\u0000\u0001\u0000"), "image/gif"],
    ["nothing", Buffer.alloc(0), "image/png"],
    ["a file that is not called a picture", png(9, 9), "application/octet-stream"],
    ["a form", Buffer.from("a=1"), "multipart/form-data; boundary=x"],
  ])("%s is refused with a reason and stores nothing", async (_, file, type) => {
    const address = await requestUploadUrl(admin.client);
    await expectNothingKept(async () => {
      const response = await uploadLogo(admin.client, address, file, type);
      expect([response.status, response.body["code"]]).toEqual([415, "unsupported_media_type"]);
      expect(response.body["message"]).toMatch(/bestand|inhoud/);
    });
    // The upload URL is not used up.
    expect((await uploadLogo(admin.client, address, png(9, 9))).status).toBe(204);
  });
});

describe("an upload URL", () => {
  test("is signed and valid for ten minutes", async () => {
    const address = await requestUploadUrl(admin.client);
    expect(address).toMatch(/^\/api\/uploads\/[\w-]+\.[\w-]{43}$/);
    server.clock.advance(9.9 * 60_000);
    expect((await uploadLogo(admin.client, address, png(9, 9))).status).toBe(204);
  });

  test("expires", async () => {
    const address = await requestUploadUrl(admin.client);
    server.clock.advance(10 * 60_000);
    await expectNothingKept(async () => {
      const response = await uploadLogo(admin.client, address, png(9, 9));
      expect([response.status, response.body["code"]]).toEqual([403, "expired"]);
    });
  });

  test("accepts one file", async () => {
    const who = await signedIn(server, { role: "company_admin" });
    const address = await requestUploadUrl(who.client);
    await uploadLogo(who.client, address, png(9, 9));
    const again = await uploadLogo(who.client, address, png(5, 5));
    expect([again.status, again.body["code"]]).toEqual([409, "conflict"]);
    const [key] = await storedFilesOf(server, who.company.id);
    expect((await server.client().get(`/objects/${key}`)).bytes).toEqual(png(9, 9));
  });

  test("accepts one of two concurrent files", async () => {
    const address = await requestUploadUrl(admin.client);
    const responses = await Promise.all([png(9, 9), png(5, 5)].map((file) => uploadLogo(admin.client, address, file)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
  });

  test("of another company is not found", async () => {
    const other = await signedIn(server, { role: "company_admin" });
    const [otherUrl, forgedUrl] = [await requestUploadUrl(other.client), "/api/uploads/abc.def"];
    await expectNothingKept(async () => {
      const responses = await Promise.all(
        [otherUrl, forgedUrl].map((address) => uploadLogo(admin.client, address, png(9, 9))),
      );
      expect(responses.map(({ status }) => status)).toEqual([404, 404]);
      expect(responses[0]?.text).toBe(responses[1]?.text);
      expect(await storedFilesOf(server, other.company.id)).toEqual([]);
    });
    server.clock.advance(11 * 60_000);
    expect((await uploadLogo(admin.client, otherUrl, png(9, 9))).text).toBe(
      (await uploadLogo(admin.client, forgedUrl, png(9, 9))).text,
    );
  });

  test("is for company admins only", async () => {
    const address = await requestUploadUrl(admin.client);
    const colleague = await signedIn(server, { role: "account_manager", company: admin.company });
    await expectNothingKept(async () => {
      expect((await uploadLogo(server.client(), address, png(9, 9))).status).toBe(401);
      expect((await uploadLogo(colleague.client, address, png(9, 9))).status).toBe(403);
      expect((await colleague.client.post("/api/companies/logo-upload")).status).toBe(403);
    });
  });

  test("is not given to a platform admin who has no company", async () => {
    const user = await makeUser(server.platform.database, null, { role: "super_admin" });
    const client = await signInAs(server, user);
    await expectNothingKept(async () => {
      expect((await client.post("/api/companies/logo-upload")).status).toBe(409);
    });
  });

  test("refuses cross-site requests", async () => {
    const address = await requestUploadUrl(admin.client);
    await expectNothingKept(async () => {
      const headers = { "content-type": "image/png", origin: "https://evil.example" };
      expect((await admin.client.put(address, png(9, 9), headers)).status).toBe(403);
    });
  });
});

test("an interrupted upload stores nothing, and the old logo stays", async () => {
  const logo = await uploadAndSetLogo(admin, png(9, 9));
  const address = await requestUploadUrl(admin.client);
  const file = pngOfSize(1_000_000);
  await expectNothingKept(async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    socket.write(
      `PUT ${address} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${admin.client.cookieHeader(address)}\r\n` +
        `Content-Type: image/png\r\nContent-Length: ${file.length}\r\n\r\n`,
    );
    socket.write(file.subarray(0, 600_000));
    await pause(100);
    socket.destroy();
    await pause(200);
  });
  expect(await logoOf(server, admin.company.id)).toBe(logo);
  expect((await server.client().get(logo)).status).toBe(200);
  // The upload URL is not used up: the same file can be sent again.
  expect((await uploadLogo(admin.client, address, file)).status).toBe(204);
});
