import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { patchCachedItems } from "./optimistic-update.ts";
import { rememberRows } from "./remembered-rows.ts";

type Row = { id: string; text: string };

const KEY = ["lead-lists", "all"];

const cacheList = (pageCount: number) => {
  const client = new QueryClient();
  const pages = Array.from({ length: pageCount }, (_, nth) => ({
    items: ["a", "b", "c"].map((name) => ({ id: `${name}${nth}`, text: "oud" })),
    total: 3,
  }));
  client.setQueryData(KEY, { pages, pageParams: pages.map(() => undefined) });
  return { client, before: client.getQueryData(KEY) };
};

test.each([
  ["removed", () => null],
  ["changed", (row: Row) => ({ ...row, text: "nieuw" })],
])("rows of a long list that were %s are put back at their places", (_, change) => {
  const { client, before } = cacheList(6);
  const ids = ["a0", "b0", "c5"];
  const isChanged = ({ id }: Row) => ids.includes(id);
  const restore = rememberRows(client, [["lead-lists"]], isChanged);
  patchCachedItems<Row>(client, [["lead-lists"]], (row) => (isChanged(row) ? change(row) : row));
  expect(client.getQueryData(KEY)).not.toEqual(before);
  restore();
  expect(client.getQueryData(KEY)).toEqual(before);
});

test("a short list is left to its refetch", () => {
  const { client } = cacheList(5);
  const restore = rememberRows<Row>(client, [["lead-lists"]], () => true);
  patchCachedItems<Row>(client, [["lead-lists"]], () => null);
  const after = client.getQueryData(KEY);
  restore();
  expect(client.getQueryData(KEY)).toBe(after);
});
