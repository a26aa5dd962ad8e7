import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { type ProductProcesses, prepareProduct } from "../product.ts";
import { shortOrLong } from "../trial.ts";

/** Bytes of the request body that the server has received at the SIGTERM. */
const RECEIVED_BYTES = shortOrLong([10], [0, 1, 10, 40]);

let product: ProductProcesses;
let me: SignedIn;

beforeAll(async () => {
  product = await prepareProduct();
  me = await signedIn(product.server);
});
afterAll(() => product.close());

/** A request of which only the first bytes of the body have been sent. */
const sendPartly = (url: string, body: string, receivedBytes: number) => {
  const cookie = me.client.cookieHeader("/");
  const headers = { cookie, "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const sent = request(`${url}/api/profile`, { method: "PATCH", headers });
  const status = new Promise<number>((resolve, reject) => {
    sent.on("response", (response) => resolve(response.resume().statusCode ?? 0)).on("error", reject);
  });
  sent.flushHeaders();
  if (receivedBytes > 0) sent.write(body.slice(0, receivedBytes));
  return { status, finish: () => sent.end(body.slice(receivedBytes)) };
};

const acceptsConnections = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  );

test.each(RECEIVED_BYTES)(
  "on SIGTERM with %i bytes of a request body received, the web process accepts no new connections, finishes the request and exits",
  async (receivedBytes) => {
    const web = await product.startWeb();
    const { email } = me.user;
    const pending = sendPartly(
      web.url,
      JSON.stringify({ firstName: `Anneke ${receivedBytes}`, lastName: "Jansen", email }),
      receivedBytes,
    );
    await expect.poll(() => acceptsConnections(web.url)).toBe(true);
    const exitCode = web.stop();
    await expect.poll(() => acceptsConnections(web.url)).toBe(false);
    pending.finish();
    expect(await pending.status).toBe(200);
    expect(await exitCode).toBe(0);
    const rows = await product.server.query("select first_name from users where id = $1", [me.user.id]);
    expect(rows).toEqual([{ first_name: `Anneke ${receivedBytes}` }]);
  },
);
