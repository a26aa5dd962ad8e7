import { request } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { openProduct, type RunningProduct } from "../product.ts";
import { shortOrLong } from "../trial.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** How much of a change has arrived when the server is asked to leave. */
const ARRIVED = shortOrLong([10], [0, 1, 10, 40]);

let product: RunningProduct;
let me: SignedIn;

beforeAll(async () => {
  product = await openProduct();
  me = await signedIn(product.desk);
});
afterAll(() => product.close());

/** A change of which the server has the first part. */
const partlySent = (url: string, body: string, arrived: number) => {
  const cookie = me.client.cookieHeader("/");
  const headers = { cookie, "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const sent = request(`${url}/api/profile`, { method: "PATCH", headers });
  const answered = new Promise<number>((resolve, reject) => {
    sent.on("response", (answer) => resolve(answer.resume().statusCode ?? 0)).on("error", reject);
  });
  sent.flushHeaders();
  if (arrived > 0) sent.write(body.slice(0, arrived));
  return { answered, finish: () => sent.end(body.slice(arrived)) };
};

const isOpen = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  );

test.each(ARRIVED)(
  "asked to leave with %i bytes of a change there, the web takes no new calls, ends this one, and goes",
  async (arrived) => {
    const web = await product.startWeb();
    const { email } = me.user;
    const call = partlySent(
      web.url,
      JSON.stringify({ firstName: `Anneke ${arrived}`, lastName: "Jansen", email }),
      arrived,
    );
    await expect.poll(() => isOpen(web.url)).toBe(true);
    const left = web.stop();
    await expect.poll(() => isOpen(web.url), { timeout: 10_000 }).toBe(false);
    call.finish();
    expect(await call.answered).toBe(200);
    expect(await left).toBe(0);
    const rows = await product.desk.query("select first_name from users where id = $1", [me.user.id]);
    expect(rows).toEqual([{ first_name: `Anneke ${arrived}` }]);
  },
);
