const GONE = ["Message not found", "already removed"];

/** Somebody was first, or it has gone out: no failure, but a list that was out of date. */
export const isGone = (error: Error): boolean => GONE.some((text) => error.message.includes(text));
