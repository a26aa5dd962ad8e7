import { Readable } from "node:stream";
import type pg from "pg";
import { type CopyWire, rowsIn, submitCopy } from "./copy-wire.ts";

const AHEAD_BYTES = 1024 * 1024;

/** The rows of a `COPY … TO STDOUT` as they come. The server waits whenever the reader does, so memory stays flat. */
export const copyOut = (client: pg.ClientBase, text: string): { content: Readable; rows(): number } => {
  let wire: CopyWire | undefined;
  let rows = 0;
  const content = new Readable({
    highWaterMark: AHEAD_BYTES,
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
      rows = rowsIn(message);
    },
    handleReadyForQuery: () => {
      if (!content.destroyed) content.push(null);
    },
    handleError: (error) => void content.destroy(error),
  });
  return { content, rows: () => rows };
};
