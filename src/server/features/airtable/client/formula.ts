/** A text in a formula: what stands in it can never become part of the formula. */
const quoted = (text: string): string => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

const anyOf = (conditions: string[]): string => `OR(${conditions.join(",")})`;

export const byRecordIds = (ids: readonly string[]): string => anyOf(ids.map((id) => `RECORD_ID()=${quoted(id)}`));

export const byValues = (fieldId: string, values: readonly string[]): string =>
  anyOf(values.map((value) => `{${fieldId}}=${quoted(value)}`));

// A bare ">" on a text would match every record.
export const changedAfter = (moment: string): string =>
  `IS_AFTER(LAST_MODIFIED_TIME(),DATETIME_PARSE(${quoted(moment)}))`;
