import { IMPORT_MAX_BYTES } from "#contract/lead-imports.ts";
import { AppError } from "./app-error.ts";
import type { Clock } from "./time.ts";

/** Limits how many pieces of expensive work of one kind a user has running in this process. */
export interface UserLimit {
  /**
   * Returns the function that ends the work; throws when the user has too many running, or has had too many or too much.
   * `bytes`: the size of an upload.
   */
  begin(userId: string, bytes?: number): () => void;
}

const RETRY_AFTER_SECONDS = 10;
export const WINDOW_MS = 10 * 60 * 1000;

/** Whose limits the work of a user counts towards. */
export const limitKeyOf = ({ id, limitedAs }: { id: string; limitedAs?: string }): string => limitedAs ?? id;

export const tooMany = (message: string, retryAfterSeconds = RETRY_AFTER_SECONDS): AppError =>
  new AppError("too_many_requests", message, { retryAfterSeconds });

/** Limits the number of starts, or the sum of their amounts, per user. The ten minutes begin with the first start. */
const createRateLimit = (max: number, message: string, clock: Clock) => {
  const windows = new Map<string, { endsAt: number; count: number }>();
  return (userId: string, amount = 1): void => {
    const now = clock.now().getTime();
    const known = windows.get(userId);
    const window = known && known.endsAt > now ? known : { endsAt: now + WINDOW_MS, count: 0 };
    if (window.count + amount > max) throw tooMany(message, Math.ceil((window.endsAt - now) / 1000));
    windows.set(userId, { ...window, count: window.count + amount });
  };
};

const createUserLimit = (
  max: number,
  message: string,
  countStart?: (userId: string, bytes: number) => void,
): UserLimit => {
  const running = new Map<string, number>();
  return {
    begin: (userId, bytes = 0) => {
      const count = running.get(userId) ?? 0;
      if (count >= max) throw tooMany(message);
      countStart?.(userId, bytes);
      running.set(userId, count + 1);
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        const left = (running.get(userId) ?? 1) - 1;
        if (left > 0) running.set(userId, left);
        else running.delete(userId);
      };
    },
  };
};

export interface UserLimits {
  streams: UserLimit;
  imports: UserLimit;
  previews: UserLimit;
  /** Limited because an upload is held in memory until it is complete, and reading its content takes seconds of CPU. */
  uploads: UserLimit;
  /** Of a company's LinkedIn gateway; throws when it has sent too many. */
  countGatewayEvent(companyId: string): void;
}

export const IMPORT_RUNNING = "Je hebt al een import die loopt. Wacht tot die klaar is.";

/** What is refused is found by the next poll. */
const GATEWAY_EVENTS_PER_WINDOW = 600;
const UPLOADS_PER_WINDOW = 30;
const UPLOADED_BYTES_PER_WINDOW = 5 * IMPORT_MAX_BYTES;

/** Protects the other users of a server from one user, or from one stolen session. */
export const createUserLimits = (clock: Clock): UserLimits => {
  const manyUploads = "Je hebt veel bestanden achter elkaar geüpload. Wacht een paar minuten.";
  const countUpload = createRateLimit(UPLOADS_PER_WINDOW, manyUploads, clock);
  const countUploadedBytes = createRateLimit(UPLOADED_BYTES_PER_WINDOW, manyUploads, clock);
  const countUploads = (userId: string, bytes: number): void => {
    countUpload(userId);
    countUploadedBytes(userId, bytes);
  };
  return {
    streams: createUserLimit(10, "Je hebt de werkomgeving in te veel vensters open. Sluit er eerst een paar."),
    imports: createUserLimit(1, IMPORT_RUNNING),
    previews: createUserLimit(3, "Je voorbeelden worden nog gelezen. Wacht even."),
    countGatewayEvent: createRateLimit(GATEWAY_EVENTS_PER_WINDOW, "Te veel meldingen. Wacht een paar minuten.", clock),
    uploads: createUserLimit(2, "Er lopen al twee uploads van jou. Wacht tot er een klaar is.", countUploads),
  };
};

export const importRunning = (): AppError => tooMany(IMPORT_RUNNING);
