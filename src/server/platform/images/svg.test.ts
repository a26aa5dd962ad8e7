import { expect, test } from "vitest";
import { sanitizeSvgInWorker } from "./svg.ts";

test("an SVG is sanitized in a worker thread, and other work continues meanwhile", async () => {
  const slow = Buffer.from(`<svg>${'<path d="M0 0h9v9z" fill="#123456"/>'.repeat(40_000)}</svg>`);
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  }, 5);
  const [large, small] = await Promise.all([
    sanitizeSvgInWorker(slow),
    sanitizeSvgInWorker(Buffer.from("<svg><path/><script/></svg>")),
  ]);
  clearInterval(others);
  expect(turns).toBeGreaterThan(10);
  expect(large?.length).toBeGreaterThan(slow.length);
  expect(Buffer.from(small ?? []).toString()).toMatch(/^<svg [^>]+><path><\/path><\/svg>$/);
});

test("an invalid SVG is refused", async () => {
  expect(await sanitizeSvgInWorker(Buffer.from("<html/>"))).toBeUndefined();
});
