/** A piece of SQL with its values apart: the only way a query is written, so a value can never become SQL. */
export interface Sql {
  readonly parts: readonly string[];
  readonly values: readonly unknown[];
  /** Kept by each connection with its plan, under a name. */
  readonly plannedOnce?: true;
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

/**
 * For what is asked all the time and is found the same way whatever the values are: it is read and planned once per
 * connection, which costs more than to run it. Not for what would be found otherwise in a small company than in a large one;
 * and what an index is limited to (`where status = 'SENT'`) must stand in the text, not come as a value.
 */
export const prepared = (query: Sql): Sql => ({ ...query, plannedOnce: true });

export interface Query {
  text: string;
  values: unknown[];
  name?: string;
}

/** By its text: values are never part of it, so there are no more of them than the code can write. */
const statementNames = new Map<string, string>();

const statementName = (text: string): string => {
  const name = statementNames.get(text) ?? `statement_${statementNames.size + 1}`;
  statementNames.set(text, name);
  return name;
};

export const toQuery = ({ parts, values, plannedOnce }: Sql): Query => {
  const text = parts.reduce((text, part, index) => `${text}$${index}${part}`);
  return { text, values: [...values], ...(plannedOnce ? { name: statementName(text) } : {}) };
};
