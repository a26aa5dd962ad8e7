import type pg from "pg";

/** What of the driver's connection a COPY uses beyond its published types. */
export interface CopyWire {
  stream: NodeJS.ReadWriteStream & { writableNeedDrain: boolean };
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** How the driver tells a statement what the server says. It calls each of these by name. */
export interface CopyStatement {
  submit(wire: CopyWire): void;
  handleCopyInResponse(wire: CopyWire): void;
  handleCopyData(message: { chunk: Buffer }, wire: CopyWire): void;
  handleCommandComplete(message: { text: string }): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
}

export const submitCopy = (client: pg.ClientBase, statement: CopyStatement): void => {
  client.query(statement as unknown as pg.Submittable);
};

/** From `COPY 12`. */
export const rowsIn = ({ text }: { text: string }): number => Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0);
