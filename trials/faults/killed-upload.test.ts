import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { logoOf, png, requestUploadUrl, setLogo, storageKeyOf, uploadAndSetLogo, uploadLogo } from "#testing/images.ts";

import type { ProductProcess } from "#testing/product-process.ts";
import { type SignedIn, signedIn, signInAs } from "#testing/signed-in.ts";
import { type ProductProcesses, prepareProduct } from "../product.ts";
import { chooseSeeds, SeededRandom, shortOrLong } from "../trial.ts";

vi.setConfig({ testTimeout: shortOrLong(300_000, 1_800_000) });

const [SEED = ""] = chooseSeeds(1);
const KILLS = shortOrLong(2, 20);

let product: ProductProcesses;
let web: ProductProcess;
let me: SignedIn;
const random = new SeededRandom(`${SEED} upload`);

beforeAll(async () => {
  product = await prepareProduct();
  me = await signedIn(product.server, { role: "company_admin" });
  web = await product.startWeb();
});
afterAll(() => product.close());

const restartWeb = async (): Promise<SignedIn> => {
  web = await product.startWeb();
  return { ...me, client: await signInAs(product.testServerFor(web), me.user) };
};

/** The company's logo can be downloaded; returns its path. */
const expectIntactLogo = async (admin: SignedIn): Promise<string> => {
  const path = await logoOf(product.server, me.company.id);
  const response = await admin.client.get(path ?? "");
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(response.bytes.length).toBeGreaterThan(0);
  return path ?? "";
};

/** The path that the logo of the last requested upload gets. */
const pathOfLastUpload = async (): Promise<string> => {
  const [upload] = await product.server.query<{ path: string }>(
    "select '/objects/' || object_key as path from uploads where company_id = $1 order by requested_at desc limit 1",
    [me.company.id],
  );
  return upload?.path ?? "";
};

/** Sends the first bytes of the file and leaves the request unfinished. */
const sendPart = (uploadUrl: string, file: Buffer, length: number, cookie: string): void => {
  const headers = { cookie, "content-type": "image/png", "content-length": file.length };
  const sent = request(new URL(uploadUrl, web.url), { method: "PUT", headers });
  sent.on("error", () => undefined).write(file.subarray(0, length));
};

test(`when the server is killed during a logo upload, the company keeps its old logo (TRIAL_SEED=${SEED})`, async () => {
  let admin: SignedIn = { ...me, client: await signInAs(product.testServerFor(web), me.user) };
  const first = await uploadAndSetLogo(admin, png(16, 16));
  for (let kill = 0; kill < KILLS; kill++) {
    const file = png(300 + kill, 300);
    sendPart(
      await requestUploadUrl(admin.client),
      file,
      random.between(0, file.length - 1),
      admin.client.cookieHeader("/"),
    );
    await sleep(random.between(0, 150));
    await web.kill();
    admin = await restartWeb();
    expect(await expectIntactLogo(admin)).toBe(first);
  }
  expect(storageKeyOf(await uploadAndSetLogo(admin, png(9, 9)))).not.toBe(storageKeyOf(first));
});

test(`when the server is killed while a logo is replaced, the company has the old or the new one (TRIAL_SEED=${SEED})`, async () => {
  let admin = await restartWeb();
  let before = await uploadAndSetLogo(admin, png(16, 16));
  for (let kill = 0; kill < KILLS; kill++) {
    const uploadUrl = await requestUploadUrl(admin.client);
    const uploaded = await pathOfLastUpload();
    expect((await uploadLogo(admin.client, uploadUrl, png(20 + kill, 20))).status).toBe(204);
    const linking = setLogo(admin.client, me.company.id, uploadUrl).catch(() => undefined);
    await sleep(random.between(0, 30));
    await web.kill();
    const response = await linking;
    admin = await restartWeb();
    const now = await expectIntactLogo(admin);
    // An acknowledged change is stored.
    if (response?.status === 200) expect([response.body["objectPath"], now]).toEqual([uploaded, uploaded]);
    else expect([before, uploaded]).toContain(now);
    before = now;
  }
});
