import pg from "pg";
import type { RawRow, RowTap } from "./row-tap.ts";
import type { Query } from "./sql.ts";

/** What of the driver's wire we use beyond its published types. */
interface DriverConnection {
  tap?: RowTap;
  parsedStatements: Record<string, string>;
  stream: { cork(): void; uncork(): void };
  parse(query: { name: string; text: string }): void;
  bind(config: { statement: string; values: unknown[]; valueMapper: unknown }): void;
  execute(config: object): void;
}
interface DriverQueryInternals {
  submit(wire: DriverConnection): Error | null;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: DriverConnection): void;
  handleError(error: Error, wire: DriverConnection): void;
  queryMode: "extended";
}

type QueryCallback = (error: Error | null, result: pg.QueryResult) => void;
const DriverQuery = pg.Query as unknown as new (config: Query, done: QueryCallback) => DriverQueryInternals;
const { prepareValue } = (pg as unknown as { utils: { prepareValue: unknown } }).utils;

/**
 * Runs statements and then a query in one round trip: all of them go out before one Sync, and only of the query there is an
 * answer. What stands in no transaction of its own, up to the Sync, is one implicit transaction: a transaction-local setting is
 * gone when the next user gets the connection. Each as a trip of its own takes twice the time.
 */
export class PipelinedQuery extends DriverQuery {
  private readonly before: readonly Query[];
  private readonly giveUp: () => void;
  private readonly rawRows: RawRow[] | undefined;
  private readonly kept: string;
  private done = 0;
  private isNew = false;

  /** `giveUp` is called when the connection no longer knows which statements the server has kept; `rows` gets rows as they are. */
  constructor(before: readonly Query[], query: Query, done: QueryCallback, giveUp: () => void, rows?: RawRow[]) {
    super(query, done);
    this.before = before;
    this.giveUp = giveUp;
    this.rawRows = rows;
    this.kept = query.name ?? "";
    this.queryMode = "extended";
  }

  override submit(wire: DriverConnection): Error | null {
    if (this.rawRows) wire.tap?.open(this.rawRows, this.before.length);
    wire.stream.cork();
    try {
      for (const statement of this.before) this.send(wire, statement);
      this.isNew ||= this.kept !== "" && !wire.parsedStatements[this.kept];
      return super.submit(wire);
    } finally {
      wire.stream.uncork();
    }
  }

  private send(wire: DriverConnection, { name = "", text, values }: Query): void {
    if (!name || !wire.parsedStatements[name]) {
      wire.parse({ name, text });
      if (name) wire.parsedStatements[name] = text;
      this.isNew ||= name !== "";
    }
    wire.bind({ statement: name, values, valueMapper: prepareValue });
    wire.execute({});
  }

  override handleDataRow(message: unknown): void {
    if (this.done === this.before.length) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: DriverConnection): void {
    if (this.done === this.before.length) super.handleCommandComplete(message, wire);
    else this.done += 1;
  }

  /**
   * Whatever comes behind what failed is not looked at, so that it was not kept either; the driver takes the statement that
   * was read first for its own query.
   */
  override handleError(error: Error, wire: DriverConnection): void {
    if (this.isNew) this.giveUp();
    super.handleError(error, wire);
  }
}
