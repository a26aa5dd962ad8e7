import { type DestinationStream, type Logger, pino } from "pino";
import { withoutSecrets } from "./without-secrets.ts";

export type { Logger };

// Gathered, because a line for each request would cost as much as its answer.
const GATHERED_BYTES = 4096;
const GATHERED_MS = 250;

/** JSON lines, in which no secret stands under its name. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: withoutSecrets },
      serializers: { err: (error: Error) => withoutSecrets({ ...pino.stdSerializers.err(error) }) },
    },
    destination ?? pino.destination({ dest: 1, sync: false, minLength: GATHERED_BYTES, periodicFlush: GATHERED_MS }),
  );
