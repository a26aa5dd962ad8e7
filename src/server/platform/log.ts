import { type DestinationStream, type Logger, pino } from "pino";

const SECRET_NAMES = new Set(
  [
    "password",
    "currentPassword",
    "newPassword",
    "token",
    "authorization",
    "cookie",
    "set-cookie",
    "airtableApiKey",
    "deliverySecret",
    "aiApiKey",
    "unipileApiKey",
    "challenge",
    "secret",
    "otpauthUri",
    "recoveryCodes",
  ].map((name) => name.toLowerCase()),
);

const REDACTED = "[weggelaten]";
// Deeper than anything worth logging, and the end of circular references.
const MAX_DEPTH = 8;

const isPlainObject = (value: object): value is Record<string, unknown> => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

const redactValue = (value: unknown, depth: number): unknown => {
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) return REDACTED;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  // Errors and dates have serializers of their own.
  return isPlainObject(value) ? redactFields(value, depth) : value;
};

const redactFields = (fields: Record<string, unknown>, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      SECRET_NAMES.has(name.toLowerCase()) ? REDACTED : redactValue(value, depth + 1),
    ]),
  );

/** Replaces the values of fields that have the name of a secret, at any depth. */
const redactSecrets = (fields: Record<string, unknown>): Record<string, unknown> => redactFields(fields, 0);

export type { Logger };

// Buffered: writing each line by itself would cost as much as handling a request.
const BUFFER_BYTES = 4096;
const FLUSH_INTERVAL_MS = 250;

const ignore = () => undefined;

const openStandardOutput = (): DestinationStream => {
  const output = pino.destination({ dest: 1, sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_INTERVAL_MS });
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EIO" && error.code !== "EPIPE") throw error;
    // The terminal or the reader of the pipe is gone: the process goes on, and trying to write would keep it from exiting.
    Object.assign(output, { write: () => true, flush: ignore, flushSync: ignore, end: ignore });
  });
  return output;
};

/** Writes JSON lines, without the values of secret fields. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: redactSecrets },
      serializers: { err: (error: Error) => redactSecrets({ ...pino.stdSerializers.err(error) }) },
    },
    destination ?? openStandardOutput(),
  );
