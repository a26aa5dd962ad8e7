/** An error response in one of Airtable's three formats. */
export class AirtableError extends Error {
  readonly statusCode: number;
  readonly body: unknown;

  constructor(status: number, body: unknown, message: string) {
    super(message);
    this.statusCode = status;
    this.body = body;
  }
}

/** With the body `{ error: { type, message } }`. */
export const createError = (status: number, type: string, message: string) =>
  new AirtableError(status, { error: { type, message } }, message);

/** With the body `{ errors: [{ error, message }] }`. */
const createErrorList = (status: number, error: string, message: string) =>
  new AirtableError(status, { errors: [{ error, message }] }, message);

export const notFound = () => new AirtableError(404, { error: "NOT_FOUND" }, "NOT_FOUND");

export const authenticationRequired = () => createError(401, "AUTHENTICATION_REQUIRED", "Authentication required");

/** The same error for unknown and forbidden, so that it does not reveal what exists. */
export const modelNotFound = () =>
  createError(
    403,
    "INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND",
    "Invalid permissions, or the requested model was not found. Check that both your user and your token have the required permissions, and that the model names and/or ids are correct.",
  );

export const notPermitted = () =>
  createError(403, "INVALID_PERMISSIONS", "You are not permitted to perform this operation");

export const rateLimited = () =>
  createErrorList(429, "RATE_LIMIT_REACHED", "Rate limit exceeded. Please try again later");

export const quotaExceeded = () =>
  createErrorList(
    429,
    "PUBLIC_API_BILLING_LIMIT_EXCEEDED",
    "API billing plan limit exceeded. You've reached the maximum number of requests allowed for this month.",
  );

export const unprocessable = (type: string, message: string) => createError(422, type, message);

export const invalidRequest = (message = "Invalid request: parameter validation failed. Check your request data.") =>
  unprocessable("INVALID_REQUEST_UNKNOWN", message);

export const unknownField = (name: string) => unprocessable("UNKNOWN_FIELD_NAME", `Unknown field name: "${name}"`);

export const badValue = (message: string) => unprocessable("INVALID_VALUE_FOR_COLUMN", message);

export const noSuchRow = (id: string) =>
  unprocessable("ROW_DOES_NOT_EXIST", `Record ID ${id} does not exist in this table`);

export const badFormula = (detail = "Invalid formula. Please check your formula text.") =>
  unprocessable("INVALID_FILTER_BY_FORMULA", `The formula for filtering records is invalid: ${detail}`);
