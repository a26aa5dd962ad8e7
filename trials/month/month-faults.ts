import type { Receiver } from "#testing/receiver.ts";
import type { SeededRandom } from "../trial.ts";
import type { ClockedProduct } from "./clocked-product.ts";
import type { SimulatedCompany } from "./simulated-company.ts";

interface World {
  product: ClockedProduct;
  companies: readonly SimulatedCompany[];
  receiver: Receiver;
  random: SeededRandom;
  /** Accounts that do not work until the fault ends. */
  disconnected: Set<string>;
}

type Fault = (world: World) => Promise<unknown>;

const gateway =
  (failure: object): Fault =>
  ({ product, random }) =>
    product.sandbox.control("POST", "linkedin/failures", { ...failure, times: random.between(1, 2) });

const path =
  (prefix: string, fault: object): Fault =>
  ({ product, random }) =>
    product.sandbox.control("POST", "faults", { path: prefix, times: random.between(1, 3), ...fault });

const model =
  (mode: string): Fault =>
  ({ product, random }) =>
    product.sandbox.control("POST", "ai/behaviour", { mode, times: random.between(1, 3) });

const NORMAL_HOOKS = { duplicate: false, reverse: false, drop: false, delayMs: 0 };
const hooks =
  (settings: object): Fault =>
  ({ product }) =>
    product.sandbox.control("PATCH", "linkedin/settings", { ...NORMAL_HOOKS, ...settings });

const setStatus = ({ sandbox }: ClockedProduct, account: string, status: string) =>
  sandbox.control("PATCH", `linkedin/accounts/${account}`, { status });

const disconnectAccount: Fault = async ({ product, companies, random, disconnected }) => {
  const { account } = random.oneOf(random.oneOf(companies)?.senders ?? []) ?? {};
  if (!account) return;
  disconnected.add(account);
  await setStatus(product, account, "CREDENTIALS");
};

const AIRTABLE = "/v0/";
const UNIPILE = "/unipile/";

/** By name, as the report counts them. */
const FAULTS: Readonly<Record<string, Fault>> = {
  "gateway: answer lost": gateway({ type: "request_timeout", when: "after" }),
  "gateway: time-out before sending": gateway({ type: "request_timeout", when: "before" }),
  "gateway: error 500 after sending": gateway({ type: "unexpected_error", when: "after" }),
  "gateway: error 503": gateway({ type: "service_unavailable", when: "before" }),
  "gateway: too many requests": gateway({ type: "too_many_requests", on: "message" }),
  "gateway: invitation limit": gateway({ type: "cannot_resend_yet", on: "invite" }),
  "gateway: person refuses messages": gateway({ type: "blocked_recipient", on: "message" }),
  "gateway: unknown error": gateway({ type: "brand_new_error", status: 422 }),
  "gateway: connection reset": path(UNIPILE, { resetConnection: "beforeHandling" }),
  "gateway: response reset": path(UNIPILE, { resetConnection: "afterHandling" }),
  "gateway: truncated response": path(UNIPILE, { method: "GET", truncate: true }),
  "gateway: account must reconnect": disconnectAccount,
  "webhooks: twice": hooks({ duplicate: true }),
  "webhooks: lost": hooks({ drop: true }),
  "webhooks: late": hooks({ delayMs: 40 * 60_000 }),
  "webhooks: out of order": hooks({ reverse: true, duplicate: true }),
  "airtable: error 500": path(AIRTABLE, { status: 500 }),
  "airtable: error 503": path(AIRTABLE, { status: 503, headers: { "Retry-After": "1" } }),
  "airtable: error 429": path(AIRTABLE, { status: 429, body: { error: "RATE_LIMIT_REACHED" } }),
  "airtable: slow page": path(AIRTABLE, { latencyMs: 600 }),
  "airtable: request lost": path(AIRTABLE, { resetConnection: "beforeHandling" }),
  "airtable: response lost": path(AIRTABLE, { resetConnection: "afterHandling" }),
  "model: server error": model("server_error"),
  "model: rate limit": model("rate_limit"),
  "model: rate limit of an hour": model("rate_limit_long"),
  "model: not JSON": model("not_json"),
  "model: invented figure": model("invent_figure"),
  "model: connection cut": model("cut_stream"),
  "model: too long": model("too_long"),
  "webhook receiver: error": async ({ receiver }) => {
    receiver.behaviour = 500;
  },
};

const endFaults = async (world: World): Promise<void> => {
  const { product, receiver, disconnected } = world;
  receiver.behaviour = 200;
  await product.airtable.clearFaults();
  await product.sandbox.control("POST", "ai/behaviour", { mode: "normal" });
  await hooks({})(world);
  for (const account of disconnected) await setStatus(product, account, "OK");
  disconnected.clear();
};

export class MonthFaults {
  readonly counts = new Map<string, number>();
  private readonly world: World;
  private mayBeActive = false;

  constructor(world: Omit<World, "disconnected">) {
    this.world = { ...world, disconnected: new Set() };
  }

  /** Most faults end after a few requests; the others at the next call. */
  async inject(probability: number): Promise<void> {
    const { random } = this.world;
    if (this.mayBeActive) await this.end();
    if (!random.chance(probability)) return;
    const [name, apply] = random.oneOf(Object.entries(FAULTS)) ?? ["none", () => Promise.resolve()];
    await apply(this.world);
    this.mayBeActive = true;
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  async end(): Promise<void> {
    await endFaults(this.world);
    this.mayBeActive = false;
  }
}
