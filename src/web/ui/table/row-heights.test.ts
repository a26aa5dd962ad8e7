import { describe, expect, test } from "vitest";
import { RowHeights } from "./row-heights.ts";

const rows = (count: number, from = 0) => Array.from({ length: count }, (_, nth) => ({ id: from + nth }));
const NOTHING_MORE = { pixels: 0, rows: 0 };

const listOf = (count: number, gap = 0) => {
  const heights = new RowHeights();
  heights.fit(rows(count), 50, gap);
  return heights;
};

test("rows that nobody has seen count as the estimate, with a gap between them", () => {
  const heights = listOf(100, 10);
  expect(heights.topOf(0)).toBe(0);
  expect(heights.topOf(3)).toBe(180);
  expect(heights.height).toBe(100 * 60 - 10);
  expect(listOf(0).height).toBe(0);
});

test("a measured row moves all that follow, and only those", () => {
  const heights = listOf(1000);
  expect(heights.measure(10, 80)).toBe(30);
  expect(heights.measure(10, 80)).toBe(0);
  expect(heights.measure(500, 20)).toBe(-30);
  expect([10, 11, 500, 501, 999].map((index) => heights.topOf(index))).toEqual([500, 580, 25_030, 25_050, 49_950]);
  expect(heights.height).toBe(50_000);
});

describe("what is in sight", () => {
  test("is found wherever one looks", () => {
    const heights = listOf(1000);
    heights.measure(1, 1000);
    expect(heights.rangeOf(0, 100, NOTHING_MORE)).toEqual({ first: 0, last: 1 });
    expect(heights.rangeOf(1049, 1050, NOTHING_MORE)).toEqual({ first: 1, last: 2 });
    expect(heights.rangeOf(30_000, 30_400, NOTHING_MORE)).toEqual({ first: 581, last: 589 });
    expect(heights.rangeOf(90_000, 91_000, NOTHING_MORE)).toEqual({ first: 999, last: 999 });
  });

  test("has some more on either side, in pixels or in rows, and stays within the list", () => {
    const heights = listOf(1000);
    expect(heights.rangeOf(500, 1000, { pixels: 120, rows: 1 })).toEqual({ first: 7, last: 22 });
    expect(heights.rangeOf(500, 1000, { pixels: 10, rows: 4 })).toEqual({ first: 6, last: 24 });
    expect(heights.rangeOf(0, 100, { pixels: 120, rows: 1 })).toEqual({ first: 0, last: 4 });
  });
});

test("heights stay with their row when others come before it, and when the list grows", () => {
  const heights = listOf(10);
  heights.measure(4, 90);
  heights.fit([{ id: 99 }, ...rows(10)], 50, 0);
  expect(heights.topOf(5)).toBe(250);
  expect(heights.topOf(6)).toBe(340);
  heights.fit([{ id: 99 }, ...rows(5000)], 50, 0);
  expect(heights.topOf(6)).toBe(340);
  expect(heights.height).toBe(5001 * 50 + 40);
  heights.fit(rows(3), 50, 0);
  expect(heights.height).toBe(150);
});

test("another layout begins with nothing measured", () => {
  const heights = listOf(10);
  heights.measure(4, 90);
  heights.fit(rows(10), 200, 0);
  expect(heights.height).toBe(2000);
});

test("agrees with adding up one by one, whatever is measured in whatever order", () => {
  const heights = new RowHeights();
  const known: number[] = [];
  for (let page = 1; page <= 20; page++) {
    heights.fit(rows(page * 97), 44, 3);
    for (let nth = 0; nth < 60; nth++) {
      const index = (nth * 7919 + page * 104_729) % (page * 97);
      known[index] = 20 + ((nth * 31 + page) % 90);
      heights.measure(index, known[index]);
    }
    let top = 0;
    for (let index = 0; index < page * 97; index++) {
      expect(heights.topOf(index)).toBe(top);
      if (index % 13 === 0) expect(heights.rangeOf(top, top, NOTHING_MORE).first).toBe(index);
      top += (known[index] ?? 44) + 3;
    }
    expect(heights.height).toBe(top - 3);
  }
});
