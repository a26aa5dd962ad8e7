import { pipeline, type Readable, Transform } from "node:stream";

const BYTES_PER_SECOND = 4 * 1024 * 1024;
/** Also how long a body may be ahead: the first megabyte does not wait. */
const MIN_PAUSE_MS = 250;

/**
 * The same bytes, at most 4 MB a second: reading a body at the full speed of the network keeps the garbage collector busy, which
 * slows down all other requests. Most files are small enough not to wait.
 */
export const paceBody = (body: Readable): Readable => {
  const startedAt = performance.now();
  let bytes = 0;
  const paced = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      const early = (bytes / BYTES_PER_SECOND) * 1000 - (performance.now() - startedAt);
      if (early < MIN_PAUSE_MS) done(null, chunk);
      else setTimeout(done, early, null, chunk);
    },
  });
  // An error of the body ends `paced` with the same error, which its reader handles.
  pipeline(body, paced, () => undefined);
  return paced;
};
