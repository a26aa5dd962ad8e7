import { once } from "node:events";
import type pg from "pg";
import { type CopyWire, rowsIn, submitCopy } from "./copy-wire.ts";

const send = async (wire: CopyWire, content: AsyncIterable<Uint8Array>, goesOn: () => boolean): Promise<void> => {
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
        send(wire, content, () => !failure).then(
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
        rows = rowsIn(message);
      },
      handleReadyForQuery: () => (failure ? reject(failure) : resolve(rows)),
      handleError: (error) => {
        failure ??= error;
        reject(failure);
      },
    });
  });
