import { expect, test } from "vitest";
import { jpeg, png } from "#testing/images.ts";
import { readImage } from "./images.ts";

const SCRIPT = Buffer.from("<script>alert(1)</script>");
const END_OF_JPEG = Buffer.from([0xff, 0xd9]);

test("PNG and JPEG are recognised by their content, with their size", () => {
  expect(readImage(png(7, 5))).toEqual({ contentType: "image/png", extension: "png", width: 7, height: 5 });
  expect(readImage(jpeg)).toEqual({ contentType: "image/jpeg", extension: "jpg", width: 4, height: 3 });
});

test.each([
  ["nothing", Buffer.alloc(0)],
  ["a text", Buffer.from("geen plaatje")],
  ["a drawing with scripts", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ["a GIF", Buffer.from("GIF89a\u0001\u0000\u0001\u0000")],
  ["a signature with nothing behind it", png(1, 1).subarray(0, 8)],
  ["half a PNG", png(7, 5).subarray(0, -20)],
  ["half a JPEG", jpeg.subarray(0, -60)],
  ["a PNG without its end", png(7, 5).subarray(0, -12)],
  ["a JPEG without its end", jpeg.subarray(0, -2)],
])("%s is not an image", (_what, bytes) => {
  expect(readImage(bytes)).toBeUndefined();
});

test.each([
  ["a PNG", Buffer.concat([png(7, 5), SCRIPT])],
  ["a JPEG", Buffer.concat([jpeg, SCRIPT])],
  ["a JPEG that ends like one", Buffer.concat([jpeg, SCRIPT, END_OF_JPEG])],
  ["a PNG with a second one", Buffer.concat([png(7, 5), png(7, 5)])],
  ["a JPEG with a second one", Buffer.concat([jpeg, jpeg])],
])("data after %s is refused", (_what, bytes) => {
  expect(readImage(bytes)).toBeUndefined();
});

test("a small file with too many pixels is refused", () => {
  expect(readImage(png(4096, 4096, 1))).toBeDefined();
  expect(readImage(png(4097, 1))).toBeUndefined();
  expect(readImage(png(60_000, 60_000, 1))).toBeUndefined();
  expect(readImage(png(0, 5))).toBeUndefined();
});
