import { once } from "node:events";
import { Readable } from "node:stream";
import type pg from "pg";

/** The part of the driver's connection that a COPY needs and its published types leave out. */
interface CopyConnection {
  stream: NodeJS.ReadWriteStream & { writableNeedDrain: boolean };
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** The driver calls these methods by name with the messages of the server. */
interface CopyStatement {
  submit(connection: CopyConnection): void;
  handleCopyInResponse(connection: CopyConnection): void;
  handleCopyData(message: { chunk: Buffer }, connection: CopyConnection): void;
  handleCommandComplete(message: { text: string }): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
}

const submitCopy = (client: pg.ClientBase, statement: CopyStatement): void => {
  client.query(statement as unknown as pg.Submittable);
};

/** From the command tag, `COPY 12`. */
const parseRowCount = ({ text }: { text: string }): number => Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0);

const sendChunks = async (
  connection: CopyConnection,
  content: AsyncIterable<Uint8Array>,
  canContinue: () => boolean,
): Promise<void> => {
  for await (const chunk of content) {
    if (!canContinue()) return;
    connection.sendCopyFromChunk(chunk);
    if (connection.stream.writableNeedDrain) await once(connection.stream, "drain");
  }
};

/** Runs a `COPY … FROM STDIN`, no faster than the server reads, and returns the number of rows. */
export const copyIn = (client: pg.ClientBase, text: string, content: AsyncIterable<Uint8Array>): Promise<number> =>
  new Promise((resolve, reject) => {
    let rows = 0;
    let failure: Error | undefined;
    submitCopy(client, {
      submit: (connection) => connection.query(text),
      handleCopyInResponse: (connection) => {
        sendChunks(connection, content, () => !failure).then(
          () => {
            if (!failure) connection.endCopyFrom();
          },
          (error: Error) => {
            failure ??= error;
            connection.sendCopyFail("The source failed.");
          },
        );
      },
      handleCopyData: () => undefined,
      handleCommandComplete: (message) => {
        rows = parseRowCount(message);
      },
      handleReadyForQuery: () => (failure ? reject(failure) : resolve(rows)),
      handleError: (error) => {
        failure ??= error;
        reject(failure);
      },
    });
  });

const READ_AHEAD_BYTES = 1024 * 1024;

/** Streams a `COPY … TO STDOUT`. The server waits for the reader, so memory stays flat. */
export const copyOut = (client: pg.ClientBase, text: string): { content: Readable; rows(): number } => {
  let connection: CopyConnection | undefined;
  let rows = 0;
  const content = new Readable({
    highWaterMark: READ_AHEAD_BYTES,
    read: () => void connection?.stream.resume(),
    // The rest of the statement must be received before the connection can be used again.
    destroy: (error, done) => {
      connection?.stream.resume();
      done(error);
    },
  });
  submitCopy(client, {
    submit: (copyConnection) => {
      connection = copyConnection;
      connection.query(text);
    },
    handleCopyInResponse: (copyConnection) => copyConnection.sendCopyFail("This statement reads no data."),
    handleCopyData: ({ chunk }, { stream }) => {
      if (content.destroyed) return;
      // Copied, because the driver reuses its buffer.
      if (!content.push(Buffer.from(chunk))) stream.pause();
    },
    handleCommandComplete: (message) => {
      rows = parseRowCount(message);
    },
    handleReadyForQuery: () => {
      if (!content.destroyed) content.push(null);
    },
    handleError: (error) => void content.destroy(error),
  });
  return { content, rows: () => rows };
};
