/** A piece of SQL with its values apart: the only way a query is written, so a value can never become SQL. */
export interface Sql {
  readonly parts: readonly string[];
  readonly values: readonly unknown[];
}

const isSql = (value: unknown): value is Sql => typeof value === "object" && value !== null && "parts" in value;

export const sql = (strings: TemplateStringsArray, ...inputs: unknown[]): Sql => {
  const parts: string[] = [strings[0] ?? ""];
  const values: unknown[] = [];
  const glue = (text: string) => parts.push((parts.pop() ?? "") + text);
  inputs.forEach((input, index) => {
    const tail = strings[index + 1] ?? "";
    if (!isSql(input)) {
      values.push(input);
      parts.push(tail);
      return;
    }
    glue(input.parts[0] ?? "");
    values.push(...input.values);
    parts.push(...input.parts.slice(1));
    glue(tail);
  });
  return { parts, values };
};

export const toQuery = ({ parts, values }: Sql): { text: string; values: unknown[] } => ({
  text: parts.reduce((text, part, index) => `${text}$${index}${part}`),
  values: [...values],
});
