import { z } from "zod";

/** The closed list of error codes with their HTTP statuses. */
export const ERROR_STATUS = {
  invalid: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  forbidden: 403,
  cross_site: 403,
  inactive_account: 403,
  expired: 403,
  not_found: 404,
  conflict: 409,
  already_undone: 409,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_attempts: 429,
  /** Too much expensive work of one user at the same time. */
  too_many_requests: 429,
  internal: 500,
  /** A service that we called on the user's behalf refused or did not respond. */
  upstream_failed: 502,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

const codes = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

export const fieldProblem = z.object({ path: z.string(), message: z.string() });
export type FieldProblem = z.infer<typeof fieldProblem>;

/** `error` and `message` carry the same text: screens read either. */
export const errorBody = z.object({
  error: z.string(),
  message: z.string(),
  code: z.enum(codes),
  details: z.array(fieldProblem).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
