const MAX_SIDE = 4096;

export interface Image {
  contentType: "image/png" | "image/jpeg";
  extension: "png" | "jpg";
  width: number;
  height: number;
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const startsWith = (bytes: Uint8Array, signature: number[]) => signature.every((byte, index) => bytes[index] === byte);

/** Reads the chunks: the image must end where the file ends, so that nothing can be hidden behind it. */
const readPng = (bytes: Uint8Array): Image | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const typeAt = (offset: number) => String.fromCharCode(...bytes.subarray(offset + 4, offset + 8));
  if (bytes.length < 45 || typeAt(8) !== "IHDR") return undefined;
  for (let offset = 8; offset + 12 <= bytes.length; offset += 12 + view.getUint32(offset)) {
    if (typeAt(offset) !== "IEND") continue;
    if (offset + 12 !== bytes.length) return undefined;
    return { contentType: "image/png", extension: "png", width: view.getUint32(16), height: view.getUint32(20) };
  }
  return undefined;
};

export const START_OF_SCAN = 0xda;
export const END_OF_IMAGE = 0xd9;

const isFrameMarker = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The offset of the next marker: inside image data, 0xff is followed by a zero or a restart marker. */
export const endOfScan = (bytes: Uint8Array, from: number): number => {
  for (let offset = bytes.indexOf(0xff, from); offset !== -1; offset = bytes.indexOf(0xff, offset + 1)) {
    const next = bytes[offset + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return offset;
  }
  return bytes.length;
};

const APP2 = 0xe2;
/** The name of the segment that tells of more images behind this one: cameras add a preview, phones a map of the brightness. */
const MULTI_PICTURE = Buffer.from("MPF\0", "latin1");

/** Reads the segments up to the end marker, which must be the end of the file, unless more images are announced: those are not stored. */
const readJpeg = (bytes: Uint8Array): Image | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let image: Image | undefined;
  let hasMoreImages = false;
  for (let offset = 2; offset + 2 <= bytes.length && bytes[offset] === 0xff; ) {
    const marker = view.getUint8(offset + 1);
    if (marker === END_OF_IMAGE) return hasMoreImages || offset + 2 === bytes.length ? image : undefined;
    if (offset + 9 > bytes.length) return undefined;
    const after = offset + 2 + view.getUint16(offset + 2);
    if (isFrameMarker(marker)) {
      if (image) return undefined;
      const [height, width] = [view.getUint16(offset + 5), view.getUint16(offset + 7)];
      image = { contentType: "image/jpeg", extension: "jpg", width, height };
    }
    if (marker === APP2 && MULTI_PICTURE.equals(bytes.subarray(offset + 4, offset + 8))) hasMoreImages = true;
    offset = marker === START_OF_SCAN ? endOfScan(bytes, after) : after;
  }
  return undefined;
};

/** Detects the type from the bytes, whatever the file name says. Undefined for an invalid or too large image. */
export const readImage = (bytes: Uint8Array): Image | undefined => {
  const image = startsWith(bytes, PNG_SIGNATURE)
    ? readPng(bytes)
    : startsWith(bytes, [0xff, 0xd8, 0xff])
      ? readJpeg(bytes)
      : undefined;
  if (!image || image.width < 1 || image.height < 1) return undefined;
  return Math.max(image.width, image.height) <= MAX_SIDE ? image : undefined;
};
