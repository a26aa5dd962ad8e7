import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  linkLogo,
  logoOf,
  png,
  requestUploadUrl,
  storageKeyOf,
  uploadAndLinkLogo,
  uploadLogo,
} from "#testing/images.ts";

import type { ProductProcess } from "#testing/product-process.ts";
import { type SignedIn, signedIn, signInAs } from "#testing/signed-in.ts";
import { openProduct, type RunningProduct } from "../product.ts";
import { chooseSeeds, SeededRandom, shortOrLong } from "../trial.ts";

vi.setConfig({ testTimeout: shortOrLong(300_000, 1_800_000), hookTimeout: 180_000 });

const [SEED = ""] = chooseSeeds(1);
const DEATHS = shortOrLong(2, 20);

let product: RunningProduct;
let web: ProductProcess;
let me: SignedIn;
const dice = new SeededRandom(`${SEED} upload`);

beforeAll(async () => {
  product = await openProduct();
  me = await signedIn(product.desk, { role: "company_admin" });
  web = await product.startWeb();
});
afterAll(() => product.close());

const comeBack = async (): Promise<SignedIn> => {
  web = await product.startWeb();
  return { ...me, client: await signInAs(product.at(web), me.user) };
};

/** The logo that the company has is one that everybody can see. */
const expectWhole = async (who: SignedIn): Promise<string> => {
  const path = await logoOf(product.desk, me.company.id);
  const answer = await who.client.get(path ?? "");
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(answer.bytes.length).toBeGreaterThan(0);
  return path ?? "";
};

/** Sends a part of the file and never the rest. */
const sendPart = (address: string, file: Buffer, length: number, cookie: string): void => {
  const headers = { cookie, "content-type": "image/png", "content-length": file.length };
  const sent = request(new URL(address, web.url), { method: "PUT", headers });
  sent.on("error", () => undefined).write(file.subarray(0, length));
};

test(`killed while a logo comes in, the company keeps the one it had (TRIAL_SEED=${SEED})`, async () => {
  let who: SignedIn = { ...me, client: await signInAs(product.at(web), me.user) };
  const first = await uploadAndLinkLogo(who, png(16, 16));
  for (let death = 0; death < DEATHS; death++) {
    const file = png(300 + death, 300);
    sendPart(await requestUploadUrl(who.client), file, dice.between(0, file.length - 1), who.client.cookieHeader("/"));
    await sleep(dice.between(0, 150));
    await web.kill();
    who = await comeBack();
    expect(await expectWhole(who)).toBe(first);
  }
  expect(storageKeyOf(await uploadAndLinkLogo(who, png(9, 9)))).not.toBe(storageKeyOf(first));
});

test(`killed while a logo takes the place of another, the company has one of the two (TRIAL_SEED=${SEED})`, async () => {
  let who = await comeBack();
  let before = await uploadAndLinkLogo(who, png(16, 16));
  for (let death = 0; death < DEATHS; death++) {
    const address = await requestUploadUrl(who.client);
    expect((await uploadLogo(who.client, address, png(20 + death, 20))).status).toBe(204);
    const linking = linkLogo(who.client, me.company.id, address).catch(() => undefined);
    await sleep(dice.between(0, 30));
    await web.kill();
    const answer = await linking;
    who = await comeBack();
    const now = await expectWhole(who);
    // What was acknowledged is there.
    if (answer?.status === 200) expect(now).toBe(answer.body["objectPath"]);
    else expect([before, now]).toContain(now);
    before = now;
  }
});
