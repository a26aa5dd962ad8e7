import { type DestinationStream, type Logger, pino } from "pino";

export type { Logger };

const SECRET_KEYS = [
  "password",
  "currentPassword",
  "newPassword",
  "token",
  "authorization",
  "cookie",
  "airtableApiKey",
  "deliverySecret",
  "aiApiKey",
  "challenge",
  "secret",
  "otpauthUri",
  "recoveryCodes",
];

/** JSON lines. Secrets are cut out by name wherever they would stand, at the top or one level down. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: "[weggelaten]" },
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
