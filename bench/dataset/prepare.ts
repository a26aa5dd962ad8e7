import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeData } from "../../scripts/throwaway-database.ts";
import type { Options } from "../options.ts";
import { load } from "./load.ts";
import { connected, openBenchDatabase, openPlace } from "./place.ts";
import type { Tenant } from "./tenants.ts";

interface Loaded {
  url: string;
  tenants: readonly Tenant[];
}

export interface PreparedData {
  dataDir: string;
  /** Whether the server is somebody's own. */
  given: boolean;
  large: Loaded;
  small: Loaded;
  close(): Promise<void>;
  /** Nothing stays behind but what was asked to be kept. */
  remove(): Promise<void>;
}

/** On the embedded server the name that the product gives its own, so that it can be started on it. */
const NAMES = { given: "usa_bench", embedded: "ultimate_sales_agent" };

/** Two databases with the same kind of rows, one of a fifth of the other. */
export const prepareData = async (options: Options, tell: (step: string) => void): Promise<PreparedData> => {
  const given = process.env["DATABASE_URL"];
  const dataDir = options.data ?? (await mkdtemp(join(tmpdir(), "usa-bench-")));
  const place = await openPlace(dataDir, given);
  const name = given ? NAMES.given : NAMES.embedded;
  const prepare = async (database: string, rows: number): Promise<Loaded> => {
    const url = await openBenchDatabase(place, database);
    return { url, tenants: await load(url, rows, (step) => tell(`${rows} leads: ${step}`)) };
  };
  const small = await prepare(`${name}_small`, Math.round(options.rows / 5));
  const large = await prepare(name, options.rows);
  return {
    dataDir,
    given: given !== undefined,
    large,
    small,
    close: place.stop,
    remove: async () => {
      if (options.data) return;
      await removeData(dataDir);
      for (const database of given ? [name, `${name}_small`] : [])
        await connected(place.urlOf("postgres"), (client) => client.query(`drop database ${database} with (force)`));
    },
  };
};
