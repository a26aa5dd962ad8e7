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
    "challenge",
    "secret",
    "otpauthUri",
    "recoveryCodes",
  ].map((name) => name.toLowerCase()),
);

const LEFT_OUT = "[weggelaten]";
// Deeper than anything that is worth logging; also the end of what refers to itself.
const DEEPEST = 8;

const isPlain = (value: object): value is Record<string, unknown> => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

const clean = (value: unknown, depth: number): unknown => {
  if (typeof value !== "object" || value === null) return value;
  if (depth > DEEPEST) return LEFT_OUT;
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1));
  // What has a form of its own, such as an error or a date, is written by whoever knows it.
  return isPlain(value) ? cleanFields(value, depth) : value;
};

const cleanFields = (fields: Record<string, unknown>, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      SECRET_NAMES.has(name.toLowerCase()) ? LEFT_OUT : clean(value, depth + 1),
    ]),
  );

/** The same without what stands under the name of a secret, however deep. */
export const withoutSecrets = (fields: Record<string, unknown>): Record<string, unknown> => cleanFields(fields, 0);
