/** SQL text with its parameter values kept separate. All queries are written this way, so a value can never become SQL. */
export interface Sql {
  readonly parts: readonly string[];
  readonly values: readonly unknown[];
  readonly isPrepared?: true;
}

/** A complete query with the type of its rows: what one feature gives to another, which sends it together with its own queries. */
export interface ReadQuery<Row> {
  readonly statement: Sql;
  readonly row?: Row;
}

/** The rows of a function that makes a ReadQuery. */
export type RowOf<Make extends (...inputs: never[]) => ReadQuery<object>> = NonNullable<ReturnType<Make>["row"]>;

const isSql = (value: unknown): value is Sql => typeof value === "object" && value !== null && "parts" in value;

export const sql = (strings: TemplateStringsArray, ...inputs: unknown[]): Sql => {
  const parts: string[] = [strings[0] ?? ""];
  const values: unknown[] = [];
  const appendText = (text: string) => parts.push((parts.pop() ?? "") + text);
  inputs.forEach((input, index) => {
    const tail = strings[index + 1] ?? "";
    if (!isSql(input)) {
      values.push(input);
      parts.push(tail);
      return;
    }
    appendText(input.parts[0] ?? "");
    values.push(...input.values);
    parts.push(...input.parts.slice(1));
    appendText(tail);
  });
  return { parts, values };
};

/**
 * Makes a query a prepared statement: each connection parses and plans it once, which takes longer than running it. It has one
 * plan for all values, so do not use it where a small company needs another plan than a large one; and a condition of a
 * partial index (`where status = 'SENT'`) must be in the text, not a parameter.
 */
export const prepared = (query: Sql): Sql => ({ ...query, isPrepared: true });

export interface Query {
  text: string;
  values: unknown[];
  name?: string;
}

/** Keyed by SQL text. Values are not part of the text, so the map is bounded by the number of queries in the code. */
const statementNames = new Map<string, string>();

const statementName = (text: string): string => {
  const name = statementNames.get(text) ?? `statement_${statementNames.size + 1}`;
  statementNames.set(text, name);
  return name;
};

export const toQuery = ({ parts, values, isPrepared }: Sql): Query => {
  const text = parts.reduce((text, part, index) => `${text}$${index}${part}`);
  return { text, values: [...values], ...(isPrepared ? { name: statementName(text) } : {}) };
};
