import { once } from "node:events";
import { Readable } from "node:stream";
import type pg from "pg";

/** What of the driver's connection a COPY uses beyond its published types. */
interface CopyConnection {
  stream: NodeJS.ReadWriteStream & { writableNeedDrain: boolean };
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** How the driver tells a statement what the server says. It calls each of these by name. */
interface CopyStatement {
  submit(wire: CopyConnection): void;
  handleCopyInResponse(wire: CopyConnection): void;
  handleCopyData(message: { chunk: Buffer }, wire: CopyConnection): void;
  handleCommandComplete(message: { text: string }): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
}

const submitCopy = (client: pg.ClientBase, statement: CopyStatement): void => {
  client.query(statement as unknown as pg.Submittable);
};

/** From `COPY 12`. */
const parseRowCount = ({ text }: { text: string }): number => Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0);

const sendChunks = async (
  wire: CopyConnection,
  content: AsyncIterable<Uint8Array>,
  goesOn: () => boolean,
): Promise<void> => {
  for await (const chunk of content) {
    if (!goesOn()) return;
    wire.sendCopyFromChunk(chunk);
    if (wire.stream.writableNeedDrain) await once(wire.stream, "drain");
  }
};

/** Feeds a `COPY … FROM STDIN`, no faster than the server takes it; how many rows it took. */
export const copyIn = (client: pg.ClientBase, text: string, content: AsyncIterable<Uint8Array>): Promise<number> =>
  new Promise((resolve, reject) => {
    let rows = 0;
    let failure: Error | undefined;
    submitCopy(client, {
      submit: (wire) => wire.query(text),
      handleCopyInResponse: (wire) => {
        sendChunks(wire, content, () => !failure).then(
          () => {
            if (!failure) wire.endCopyFrom();
          },
          (error: Error) => {
            failure ??= error;
            wire.sendCopyFail("The source broke off.");
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

/** The rows of a `COPY … TO STDOUT` as they come. The server waits whenever the reader does, so memory stays flat. */
export const copyOut = (client: pg.ClientBase, text: string): { content: Readable; rows(): number } => {
  let wire: CopyConnection | undefined;
  let rows = 0;
  const content = new Readable({
    highWaterMark: READ_AHEAD_BYTES,
    read: () => void wire?.stream.resume(),
    // Whoever stops reading still leaves a connection that has been read to the end of the statement.
    destroy: (error, done) => {
      wire?.stream.resume();
      done(error);
    },
  });
  submitCopy(client, {
    submit: (given) => {
      wire = given;
      wire.query(text);
    },
    handleCopyInResponse: (given) => given.sendCopyFail("This statement takes nothing in."),
    handleCopyData: ({ chunk }, { stream }) => {
      if (content.destroyed) return;
      // A copy: the driver uses its buffer again.
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
