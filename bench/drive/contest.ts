import { PASSWORD } from "#testing/factories.ts";
import { type ProductProcess, startPart } from "#testing/product-process.ts";
import type { PreparedData } from "../dataset/prepare.ts";
import type { Tenant } from "../dataset/tenants.ts";
import { startProductProcess } from "../product.ts";
import { signIn } from "./connection.ts";
import { openSide, type Side } from "./side.ts";

/** As many as the figures were first measured with. */
export const CONNECTIONS = 8;

/** The servers that are held against each other, each as a process of its own. */
export interface Contest {
  product: ProductProcess;
  bare: Side;
  /** The product on one of the two databases, as somebody of that company. */
  ours(size: "large" | "small", tenant: Tenant): Promise<Side>;
  close(): Promise<void>;
}

export const openContest = async ({ large, small, dataDir }: PreparedData): Promise<Contest> => {
  // The first start of a version compiles it, which is kept when it ends; every later one is smaller.
  await (await startProductProcess("web", dataDir, { databaseUrl: small.url })).stop();
  const product = await startProductProcess("web", dataDir, { databaseUrl: large.url });
  const other = await startProductProcess("web", dataDir, { databaseUrl: small.url });
  const bareServer = await startPart("bench/bare/server.ts", { DATABASE_URL: large.url });
  const bare = openSide(bareServer.url, CONNECTIONS);
  const sides = new Map<string, Side>();
  return {
    product,
    bare,
    ours: async (size, { companyId, username }) => {
      const { url } = size === "large" ? product : other;
      const side = sides.get(companyId) ?? openSide(url, CONNECTIONS, await signIn(url, username, PASSWORD));
      sides.set(companyId, side);
      return side;
    },
    close: async () => {
      for (const side of [bare, ...sides.values()]) side.close();
      await Promise.all([product.stop(), other.stop(), bareServer.stop()]);
    },
  };
};
