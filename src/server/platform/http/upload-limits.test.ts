import { type ClientRequest, request } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { IMPORT_MAX_BYTES } from "#contract/lead-imports.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());

/** Refused at once with 415, or with 429 while a limit is reached. */
const uploadNoPicture = ({ client }: SignedIn) =>
  client.put("/api/profile/picture", Buffer.from("x"), { "content-type": "image/png" });

/** Sends the start of a file; the rest never comes. */
const openUpload = ({ client }: SignedIn, headers: Record<string, string | number>): ClientRequest => {
  const sent = request(`${server.url}/api/lead-imports?fileName=a.csv`, {
    method: "POST",
    headers: { cookie: client.cookieHeader("/"), ...headers },
  });
  sent.on("error", () => undefined).write("naam\nAnna\n");
  return sent;
};

test("a user uploads thirty files in ten minutes", async () => {
  const user = await signedIn(server);
  const statuses: number[] = [];
  for (let nth = 0; nth < 31; nth++) statuses.push((await uploadNoPicture(user)).status);
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 415), 429]);
  server.clock.advance(10 * 60_000);
  expect((await uploadNoPicture(user)).status).toBe(415);
});

test("a user uploads five files of the largest size in ten minutes, refused before the file is read", async () => {
  const [user, colleague] = [await signedIn(server), await signedIn(server)];
  const statusOf = async (headers: Record<string, string | number>) => {
    // Not a type that is read: the response comes before the file has.
    const sent = openUpload(user, { "content-type": "text/plain", ...headers });
    const status = await new Promise((resolve) => sent.on("response", ({ statusCode }) => resolve(statusCode)));
    sent.destroy();
    return status;
  };
  const large = { "content-length": IMPORT_MAX_BYTES };
  for (let nth = 0; nth < 4; nth++) expect(await statusOf(large)).toBe(415);
  // An upload of unknown size.
  expect(await statusOf({ "transfer-encoding": "chunked" })).toBe(415);
  expect(await statusOf(large)).toBe(429);
  expect((await uploadNoPicture(user)).body["message"]).toBe(
    "Je hebt veel bestanden achter elkaar geüpload. Wacht een paar minuten.",
  );
  expect((await uploadNoPicture(colleague)).status).toBe(415);
  server.clock.advance(10 * 60_000);
  expect(await statusOf(large)).toBe(415);
});

test("an upload is read at a limited speed", async () => {
  const { client } = await signedIn(server);
  const timers = vi.spyOn(globalThis, "setTimeout");
  // No time passes, so that a slow machine is too fast as well.
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const file = Buffer.alloc(1_200_000, "naam\n");
    const { status } = await client.post("/api/lead-imports?fileName=a.csv", file, { "content-type": "text/csv" });
    expect(status).toBe(400);
    expect(timers.mock.calls.filter((args: unknown[]) => args.some(Buffer.isBuffer))).not.toEqual([]);
  } finally {
    vi.useRealTimers();
    timers.mockRestore();
  }
});

test("a user has two uploads at a time, refused before the file is read, and a colleague is not affected", async () => {
  const user = await signedIn(server);
  const colleague = await signedIn(server, { company: user.company });
  const headers = { "content-type": "text/csv", "content-length": 1_000_000 };
  const open = [openUpload(user, headers), openUpload(user, headers)];
  try {
    const message = async () => (await uploadNoPicture(user)).body["message"];
    // A hundred refusals in ten seconds would be answered only once the clock of the test moves on.
    await expect
      .poll(message, { timeout: 20_000, interval: 500 })
      .toBe("Er lopen al twee uploads van jou. Wacht tot er een klaar is.");
    expect((await uploadNoPicture(colleague)).status).toBe(415);
  } finally {
    for (const sent of open) sent.destroy();
  }
  await expect.poll(async () => (await uploadNoPicture(user)).status, { timeout: 20_000 }).toBe(415);
});
