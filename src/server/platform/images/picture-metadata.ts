import { END_OF_IMAGE, endOfScan, type Image, START_OF_SCAN } from "./images.ts";

/** The picture, its colours, transparency and size, and the frames of an animation. */
const PNG_KEPT = new Set("IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT pHYs bKGD acTL fcTL fdAT".split(" "));

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const stripPng = (bytes: Uint8Array): Uint8Array[] => {
  const view = viewOf(bytes);
  const kept = [bytes.subarray(0, 8)];
  for (let offset = 8; offset < bytes.length; ) {
    const end = offset + 12 + view.getUint32(offset);
    const type = String.fromCharCode(...bytes.subarray(offset + 4, offset + 8));
    if (PNG_KEPT.has(type)) kept.push(bytes.subarray(offset, end));
    offset = end;
  }
  return kept;
};

const EXIF = Buffer.from("Exif\0\0", "latin1");
const ORIENTATION = 0x0112;

/** Which side of the photo is up, from its EXIF segment: 1 to 8, of which 1 is as it is stored. */
const readOrientation = (segment: Uint8Array): number => {
  const tiff = segment.subarray(4 + EXIF.length);
  if (tiff.length < 14 || EXIF.compare(segment, 4, 4 + EXIF.length) !== 0) return 1;
  const view = viewOf(tiff);
  const isLittle = view.getUint16(0) === 0x4949;
  const start = view.getUint32(4, isLittle);
  if (start + 2 > tiff.length) return 1;
  const count = view.getUint16(start, isLittle);
  for (let entry = start + 2; entry < start + 2 + count * 12 && entry + 12 <= tiff.length; entry += 12)
    if (view.getUint16(entry, isLittle) === ORIENTATION) return view.getUint16(entry + 8, isLittle);
  return 1;
};

/** An EXIF segment with nothing but the orientation, without which a photo of a phone lies on its side. */
const orientationSegment = (orientation: number): Uint8Array =>
  Buffer.concat([
    Buffer.from([0xff, 0xe1, 0, 34]),
    EXIF,
    Buffer.from([0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1]),
    Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]),
  ]);

const APP1 = 0xe1;
/** Application segments without which the picture looks different: JFIF, the colour profile and Adobe's colour transform. */
const JPEG_KEPT = new Map([
  [0xe0, "JFIF\0"],
  [0xe2, "ICC_PROFILE\0"],
  [0xee, "Adobe"],
]);

/** From the first application marker on, segments are data of programs, such as a comment. */
const isMetadata = (marker: number, segment: Uint8Array): boolean => {
  if (marker < 0xe0) return false;
  const name = JPEG_KEPT.get(marker);
  return !name || Buffer.from(segment.subarray(4, 4 + name.length)).toString("latin1") !== name;
};

/** Walks as readImage did, which has checked that the end marker is reached. */
const stripJpeg = (bytes: Uint8Array): Uint8Array[] => {
  const view = viewOf(bytes);
  const kept = [bytes.subarray(0, 2)];
  let offset = 2;
  for (let marker = view.getUint8(3); marker !== END_OF_IMAGE; marker = view.getUint8(offset + 1)) {
    const after = offset + 2 + view.getUint16(offset + 2);
    const end = marker === START_OF_SCAN ? endOfScan(bytes, after) : after;
    const segment = bytes.subarray(offset, end);
    if (!isMetadata(marker, segment)) kept.push(segment);
    const orientation = marker === APP1 ? readOrientation(segment) : 1;
    if (orientation > 1 && orientation <= 8) kept.push(orientationSegment(orientation));
    offset = end;
  }
  // Behind the end marker there may be more images, with places of their own.
  kept.push(bytes.subarray(offset, offset + 2));
  return kept;
};

/** The picture without texts, dates, places and the like: pictures are public. `image`: what readImage found in it. */
export const withoutMetadata = (bytes: Uint8Array, { extension }: Image): Uint8Array =>
  Buffer.concat(extension === "png" ? stripPng(bytes) : stripJpeg(bytes));
