/** A string literal in a formula, escaped so that its content cannot become part of the formula. */
const quote = (text: string): string => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

const anyOf = (conditions: string[]): string => `OR(${conditions.join(",")})`;

export const matchRecordIds = (ids: readonly string[]): string => anyOf(ids.map((id) => `RECORD_ID()=${quote(id)}`));

export const matchValues = (fieldId: string, values: readonly string[]): string =>
  anyOf(values.map((value) => `{${fieldId}}=${quote(value)}`));

// A bare ">" on a string would match every record.
export const modifiedAfter = (time: string): string => `IS_AFTER(LAST_MODIFIED_TIME(),DATETIME_PARSE(${quote(time)}))`;
