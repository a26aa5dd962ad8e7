import { AppError } from "./app-error.ts";

/** Limits how many pieces of expensive work of one kind a user has running in this process. */
export interface UserLimit {
  /** Returns the function that ends the work; throws when the user has too many running. */
  begin(userId: string): () => void;
}

const RETRY_AFTER_SECONDS = 10;

const tooMany = (message: string): AppError =>
  new AppError("too_many_requests", message, { retryAfterSeconds: RETRY_AFTER_SECONDS });

const createUserLimit = (max: number, message: string): UserLimit => {
  const running = new Map<string, number>();
  return {
    begin: (userId) => {
      const count = running.get(userId) ?? 0;
      if (count >= max) throw tooMany(message);
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
  exports: UserLimit;
  imports: UserLimit;
  /** Limited because an upload is held in memory until it is complete. */
  uploads: UserLimit;
}

export const IMPORT_RUNNING = "Je hebt al een import die loopt. Wacht tot die klaar is.";

/** Protects the other users of a server from one user, or from one stolen session. */
export const createUserLimits = (): UserLimits => ({
  streams: createUserLimit(10, "Je hebt de werkomgeving in te veel vensters open. Sluit er eerst een paar."),
  exports: createUserLimit(3, "Er lopen al drie exports van jou. Wacht tot er een klaar is."),
  imports: createUserLimit(1, IMPORT_RUNNING),
  uploads: createUserLimit(2, "Er lopen al twee uploads van jou. Wacht tot er een klaar is."),
});

export const importRunning = (): AppError => tooMany(IMPORT_RUNNING);
