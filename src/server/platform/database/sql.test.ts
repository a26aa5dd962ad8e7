import { expect, test } from "vitest";
import { prepared, sql, toQuery } from "./sql.ts";

test("values become parameters", () => {
  const query = toQuery(sql`select * from t where a = ${1} and b = ${"x'; drop table t"}`);
  expect(query).toEqual({ text: "select * from t where a = $1 and b = $2", values: [1, "x'; drop table t"] });
});

test("fragments can be nested, and parameters are numbered consecutively", () => {
  const filter = sql`b = ${2} and c = ${3}`;
  const query = toQuery(sql`select ${1} where ${filter} and d = ${4} ${sql``}`);
  expect(query).toEqual({ text: "select $1 where b = $2 and c = $3 and d = $4 ", values: [1, 2, 3, 4] });
});

test("a prepared statement has the same name for every value", () => {
  const ask = (id: number) => toQuery(prepared(sql`select * from t where a = ${id}`));
  expect(ask(1).name).toMatch(/^statement_\d+$/);
  expect(ask(2).name).toBe(ask(1).name);
  expect(toQuery(prepared(sql`select * from t where b = ${1}`)).name).not.toBe(ask(1).name);
  expect(toQuery(sql`select * from t where a = ${1}`)).not.toHaveProperty("name");
});
