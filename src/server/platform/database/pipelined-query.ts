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
  execute(config: object): void;
}
interface DriverQueryInternals {
  queryMode: "extended";
  submit(connection: DriverConnection): Error | null;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: DriverConnection): void;
  handleError(error: Error, connection: DriverConnection): void;
}

type QueryCallback = (error: Error | null, result: pg.QueryResult) => void;
const DriverQuery = pg.Query as unknown as new (config: Query, done: QueryCallback) => DriverQueryInternals;
const { prepareValue } = (pg as unknown as { utils: { prepareValue: unknown } }).utils;

/**
 * Runs setup statements and a query in one round trip: all of them are sent before one Sync, and the results of the setup
 * statements are ignored. Everything up to the Sync is one implicit transaction, so a transaction-local setting does not reach
 * the next user of the connection. Setting the company in a round trip of its own would double the time of a query.
 */
export class PipelinedQuery extends DriverQuery {
  private readonly setup: readonly Query[];
  private readonly discardConnection: () => void;
  private readonly statementName: string;
  private completedSetup = 0;
  private preparesStatement = false;

  /** `discardConnection` is called when an error leaves it unknown which prepared statements the server has. */
  constructor(setup: readonly Query[], query: Query, done: QueryCallback, discardConnection: () => void) {
    super(query, done);
    this.setup = setup;
    this.discardConnection = discardConnection;
    this.statementName = query.name ?? "";
    this.queryMode = "extended";
  }

  override submit(connection: DriverConnection): Error | null {
    connection.stream.cork();
    try {
      for (const statement of this.setup) this.send(connection, statement);
      this.preparesStatement ||= this.statementName !== "" && !connection.parsedStatements[this.statementName];
      return super.submit(connection);
    } finally {
      connection.stream.uncork();
    }
  }

  private send(connection: DriverConnection, { name = "", text, values }: Query): void {
    if (!name || !connection.parsedStatements[name]) {
      connection.parse({ name, text });
      if (name) connection.parsedStatements[name] = text;
      this.preparesStatement ||= name !== "";
    }
    connection.bind({ statement: name, values, valueMapper: prepareValue });
    connection.execute({});
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
