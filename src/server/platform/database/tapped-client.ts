import type { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import pg from "pg";
import { RowTap } from "./row-tap.ts";

/** What of the driver's wire we use beyond its published types. */
interface Wire {
  tap: RowTap;
  attachListeners(stream: Duplex | EventEmitter): void;
}

/** A connection of which rows can be had as the server sent them. */
export class TappedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { connection } = this as unknown as { connection: Wire };
    const attach = connection.attachListeners.bind(connection);
    const tap = new RowTap();
    connection.tap = tap;
    connection.attachListeners = (stream) => attach(tap.attach(stream as Duplex));
  }
}
