import { expect, test } from "vitest";
import { JoinedPages } from "./paged-list.ts";

type Row = { id: string; name?: string };

const page = (...items: Row[]) => ({ items, total: 0, nextCursor: undefined });
const [a, b, c, d] = ["a", "b", "c", "d"].map((id): Row => ({ id })) as [Row, Row, Row, Row];

test("items are in the order of their pages, each once", () => {
  const joined = new JoinedPages<Row>();
  const first = page(a, b);
  expect(joined.join([first])).toEqual([a, b]);
  expect(joined.join([first, page(b, c)])).toEqual([a, b, c]);
});

test("refetched pages replace the old ones", () => {
  const joined = new JoinedPages<Row>();
  const [first, second] = [page(a, b), page(c)];
  joined.join([first, second]);
  expect(joined.join([page({ id: "a", name: "anders" }), second])).toEqual([{ id: "a", name: "anders" }, c]);
  expect(joined.join([page(d)])).toEqual([d]);
  expect(joined.join([])).toEqual([]);
});

test("the same pages give the same array", () => {
  const joined = new JoinedPages<Row>();
  const pages = [page(a), page(b)];
  expect(joined.join(pages)).toBe(joined.join(pages));
});

test("a returned array does not change when a page is added", () => {
  const joined = new JoinedPages<Row>();
  const first = page(a);
  const before = joined.join([first]);
  joined.join([first, page(b)]);
  expect(before).toEqual([a]);
});
