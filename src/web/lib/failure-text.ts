import { ApiError, problemText } from "./api-error.ts";

/**
 * What to say of something that failed: why the server refused it, in its own words; or, when it broke or could not be
 * reached, what the screen knows of it.
 */
export const failureText = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.status < 500 ? problemText(error, fallback) : fallback;
