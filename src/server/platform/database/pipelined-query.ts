import pg from "pg";
import type { Query } from "./sql.ts";

// What we use of the driver beyond its published types. `docs/database.md` lists it, and `driver-internals.test.ts` fails when an
// upgrade changes it.
interface DriverConnection {
  /** The text of each prepared statement that the server has, by name. */
  parsedStatements: Record<string, string>;
  stream: { cork(): void; uncork(): void };
  parse(query: { name: string; text: string }): void;
  bind(config: { statement: string; values: unknown[]; valueMapper: unknown }): void;
  describe(config: { type: "P"; name: string }): void;
  execute(config: object): void;
}
interface DriverQueryInternals {
  queryMode: "extended";
  submit(connection: DriverConnection): Error | null;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: DriverConnection): void;
  handleError(error: Error, connection: DriverConnection): void;
}

/** One result per query. */
export type QueryResults = [pg.QueryResult, ...pg.QueryResult[]];
/** At least one. */
export type Queries = readonly [Query, ...Query[]];

type DriverCallback = (error: Error | null, result: pg.QueryResult | QueryResults) => void;
const DriverQuery = pg.Query as unknown as new (config: Query, done: DriverCallback) => DriverQueryInternals;
const { prepareValue } = (pg as unknown as { utils: { prepareValue: unknown } }).utils;

/**
 * Runs setup statements and queries in one round trip: all of them are sent before one Sync, and the results of the setup
 * statements are ignored. Everything up to the Sync is one implicit transaction, so a transaction-local setting does not reach
 * the next user of the connection. Setting the company in a round trip of its own would double the time of a query.
 */
export class PipelinedQuery extends DriverQuery {
  private readonly setup: readonly Query[];
  private readonly earlierQueries: readonly Query[];
  private readonly discardConnection: () => void;
  private readonly statementName: string;
  private completedSetup = 0;
  private preparesStatement = false;

  /** `discardConnection` is called when an error leaves it unknown which prepared statements the server has. */
  constructor(
    setup: readonly Query[],
    queries: Queries,
    done: (error: Error | null, results: QueryResults) => void,
    discardConnection: () => void,
  ) {
    const last = queries.at(-1) as Query;
    // The driver gives an array only where there are several results.
    super(last, (error, result) => done(error, Array.isArray(result) ? result : [result]));
    this.setup = setup;
    this.earlierQueries = queries.slice(0, -1);
    this.discardConnection = discardConnection;
    this.statementName = last.name ?? "";
    this.queryMode = "extended";
  }

  override submit(connection: DriverConnection): Error | null {
    connection.stream.cork();
    try {
      for (const statement of this.setup) {
        this.bind(connection, statement);
        connection.execute({});
      }
      for (const query of this.earlierQueries) {
        this.bind(connection, query);
        connection.describe({ type: "P", name: "" });
        connection.execute({});
      }
      this.preparesStatement ||= this.statementName !== "" && !connection.parsedStatements[this.statementName];
      return super.submit(connection);
    } finally {
      connection.stream.uncork();
    }
  }

  private bind(connection: DriverConnection, { name = "", text, values }: Query): void {
    if (!name || !connection.parsedStatements[name]) {
      connection.parse({ name, text });
      if (name) connection.parsedStatements[name] = text;
      this.preparesStatement ||= name !== "";
    }
    connection.bind({ statement: name, values, valueMapper: prepareValue });
  }

  override handleDataRow(message: unknown): void {
    if (this.completedSetup === this.setup.length) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: DriverConnection): void {
    if (this.completedSetup === this.setup.length) super.handleCommandComplete(message, connection);
    else this.completedSetup += 1;
  }

  /**
   * After an error `parsedStatements` may list statements that the server does not have: it skips everything up to the Sync, and
   * the driver records the query as prepared at the first ParseComplete, which may be that of a setup statement.
   */
  override handleError(error: Error, connection: DriverConnection): void {
    if (this.preparesStatement) this.discardConnection();
    super.handleError(error, connection);
  }
}
