import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { PICTURE_MAX_BYTES } from "#contract/auth.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { jpeg, png, pngChunk } from "#testing/images.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
beforeEach(async () => {
  me = await signedIn(server);
});
afterAll(() => server.close());

const put = (bytes: Uint8Array | undefined, type = "image/png") =>
  me.client.put("/api/profile/picture", bytes, { "content-type": type });
const addressOf = async () => String((await me.client.get("/api/auth/user")).body["profileImageUrl"]);
const fetchFile = async (path: string) => {
  const response = await fetch(server.url + path);
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};

test.each([
  ["image/png", png(64, 64)],
  ["image/jpeg", jpeg],
])("a picture of type %s is stored unchanged and served with that type", async (type, bytes) => {
  const response = await put(bytes, type);
  expect(response.status).toBe(200);
  const address = await addressOf();
  expect(response.body["profileImageUrl"]).toBe(address);
  const served = await fetchFile(address);
  expect(served.status).toBe(200);
  expect(served.bytes.equals(bytes)).toBe(true);
  expect(served.headers.get("content-type")).toBe(type);
  expect(served.headers.get("x-content-type-options")).toBe("nosniff");
  expect(served.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'/);
});

const PLACE = Buffer.from("GPS-52.0907N-5.1214E");
const segment = (marker: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker, 0, data.length + 2]), data]);
/** EXIF as a phone writes it: little-endian, with an orientation (6: a quarter turn) and a place. */
const exif = Buffer.concat([
  Buffer.from("Exif\0\0II*\0", "latin1"),
  Buffer.from([8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]),
  PLACE,
]);

test("texts and places in a picture are not stored, and its orientation is", async () => {
  const square = png(8, 8);
  const texts = ["tEXt", "iTXt", "zTXt", "eXIf", "tIME", "caBX", "meTa"].map((type) => pngChunk(type, PLACE));
  const gamma = pngChunk("gAMA", Buffer.from([0, 0, 0xb1, 0x8f]));
  await put(Buffer.concat([square.subarray(0, 33), ...texts, gamma, square.subarray(33)]));
  const kept = Buffer.concat([square.subarray(0, 33), gamma, square.subarray(33)]);
  expect((await fetchFile(await addressOf())).bytes.equals(kept)).toBe(true);
  const named = (name: string) => Buffer.concat([Buffer.from(name, "latin1"), PLACE]);
  const dropped = [0xe0, 0xe2, 0xeb, 0xed, 0xee, 0xf0, 0xfe].map((marker) => segment(marker, PLACE));
  const extras = [segment(0xe1, exif), segment(0xe2, named("MPF\0")), ...dropped];
  await put(Buffer.concat([jpeg.subarray(0, 2), ...extras, jpeg.subarray(2)]));
  const { bytes } = await fetchFile(await addressOf());
  expect(bytes.includes("GPS")).toBe(false);
  // 36 bytes: an EXIF segment with the orientation only.
  expect(bytes.length).toBe(jpeg.length + 36);
  expect(bytes.subarray(0, 12).toString("latin1")).toContain("Exif");
  expect(bytes.subarray(38).equals(jpeg.subarray(2))).toBe(true);
  expect((await put(bytes)).status).toBe(200);
  expect((await fetchFile(await addressOf())).bytes.equals(bytes)).toBe(true);
});

test("of a photo with more images behind the first, only the first is stored", async () => {
  const second = Buffer.concat([jpeg.subarray(0, 2), segment(0xe1, exif), jpeg.subarray(2)]);
  const announcement = segment(0xe2, Buffer.from("MPF\0II*\0", "latin1"));
  const photo = Buffer.concat([jpeg.subarray(0, 2), announcement, jpeg.subarray(2), second]);
  expect((await put(photo, "image/jpeg")).status).toBe(200);
  expect((await fetchFile(await addressOf())).bytes.equals(jpeg)).toBe(true);
});

test("what a photo needs for its colours is stored", async () => {
  const colours = ["JFIF\0", "ICC_PROFILE\0\x01\x01", "Adobe"].map((name) =>
    Buffer.from(name.padEnd(20, "\0"), "latin1"),
  );
  const segments = [0xe0, 0xe2, 0xee].map((marker, index) => segment(marker, colours[index] ?? Buffer.of()));
  const photo = Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
  await put(photo, "image/jpeg");
  expect((await fetchFile(await addressOf())).bytes.equals(photo)).toBe(true);
});

test("the type is decided by the content, not by the declared type", async () => {
  expect((await put(jpeg, "image/png")).status).toBe(200);
  expect(await addressOf()).toMatch(/\.jpg$/);
  expect((await fetchFile(await addressOf())).headers.get("content-type")).toBe("image/jpeg");
});

test("a new picture replaces the old one, whose URL then returns 404", async () => {
  await put(png(8, 8));
  const old = await addressOf();
  await put(png(9, 9));
  expect(await addressOf()).not.toBe(old);
  expect((await fetchFile(old)).status).toBe(404);
});

test("a removed picture is deleted", async () => {
  await put(png(8, 8));
  const old = await addressOf();
  const response = await me.client.delete("/api/profile/picture");
  expect(response.body["profileImageUrl"]).toBeNull();
  expect((await fetchFile(old)).status).toBe(404);
});

test.each([
  ["a page that calls itself a picture", Buffer.from("<script>alert(1)</script>"), "image/png", 415],
  ["a drawing with scripts", Buffer.from("<svg><script/></svg>"), "image/svg+xml", 415],
  ["a picture with something behind it", Buffer.concat([png(8, 8), Buffer.from("<script>")]), "image/png", 415],
  ["a picture of 50,000 by 50,000 pixels", png(50_000, 50_000, 1), "image/png", 415],
  ["nothing", undefined, "image/png", 415],
  ["a picture declared as application/octet-stream", png(8, 8), "application/octet-stream", 415],
  ["a JSON text", Buffer.from("{}"), "application/json", 415],
  ["too much", Buffer.alloc(PICTURE_MAX_BYTES + 1), "image/png", 413],
])("%s is refused, and the old picture stays", async (_what, bytes, type, status) => {
  await put(png(8, 8));
  const before = await fingerprint(server);
  const response = await put(bytes, type);
  expect(response.status).toBe(status);
  expect(response.body["code"]).toBe(status === 413 ? "too_large" : "unsupported_media_type");
  expect(await fingerprint(server)).toEqual(before);
  expect((await fetchFile(await addressOf())).status).toBe(200);
});

test("the URLs of pictures cannot be enumerated", async () => {
  await put(png(8, 8));
  expect(await addressOf()).toMatch(/^\/objects\/pictures\/[0-9a-f]{36}\.png$/);
});

test.each(["/objects/", "/objects/pictures", "/objects/..%2f..%2fapp-secret", "/objects/pictures/onbekend.png"])(
  "%s leads nowhere",
  async (path) => {
    expect((await fetchFile(path)).status).toBe(404);
  },
);
