import pg from "pg";
import type { Query } from "./sql.ts";

const NAME = "set_company";
// What is kept under a name has one plan. Left to itself PostgreSQL would plan a page anew each time, because it cannot know
// how few rows the limit will be.
const TEXT = "select set_config('app.company_id', $1, true), set_config('plan_cache_mode', $2, true)";

/** What of the driver's wire we use beyond its published types. */
interface Wire {
  parsedStatements: Record<string, string>;
  stream: { cork(): void; uncork(): void };
  parse(query: { name: string; text: string }): void;
  bind(config: { statement: string; values: string[] }): void;
  execute(config: object): void;
}
interface QueryInternals {
  submit(wire: Wire): Error | null;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  queryMode: "extended";
}

const DriverQuery = pg.Query as unknown as new (
  config: Query,
  done: (error: Error | null, result: pg.QueryResult) => void,
) => QueryInternals;

/**
 * Sets the company and runs the query in one round trip: both go out before one Sync, so they are one implicit
 * transaction, and the transaction-local setting is gone when the next user gets the connection.
 * With BEGIN, SET, query, COMMIT as trips of their own the same read takes twice the time.
 */
export class ScopedQuery extends DriverQuery {
  private readonly companyId: string;
  private readonly planning: "force_generic_plan" | "auto";
  private companySet = false;

  constructor(companyId: string, config: Query, done: (error: Error | null, result: pg.QueryResult) => void) {
    super(config, done);
    this.companyId = companyId;
    this.planning = config.name ? "force_generic_plan" : "auto";
    this.queryMode = "extended";
  }

  override submit(wire: Wire): Error | null {
    wire.stream.cork();
    try {
      if (!wire.parsedStatements[NAME]) {
        wire.parse({ name: NAME, text: TEXT });
        wire.parsedStatements[NAME] = TEXT;
      }
      wire.bind({ statement: NAME, values: [this.companyId, this.planning] });
      wire.execute({});
      return super.submit(wire);
    } finally {
      wire.stream.uncork();
    }
  }

  override handleDataRow(message: unknown): void {
    if (this.companySet) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.companySet) super.handleCommandComplete(message, wire);
    else this.companySet = true;
  }
}
