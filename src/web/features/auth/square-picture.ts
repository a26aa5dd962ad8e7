const LARGEST_SIDE = 512;

type Square = { left: number; top: number; side: number; drawn: number };

/** The middle of the picture, made smaller but never blown up. */
export const middleSquare = (width: number, height: number): Square => {
  const side = Math.min(width, height);
  return {
    left: Math.round((width - side) / 2),
    top: Math.round((height - side) / 2),
    side,
    drawn: Math.min(side, LARGEST_SIDE),
  };
};

/** Drawn anew, so that neither a huge photo nor the place it was taken at leaves the computer. Rejects what is no picture. */
export const squarePicture = async (file: Blob): Promise<Blob> => {
  const picture = await createImageBitmap(file);
  const { left, top, side, drawn } = middleSquare(picture.width, picture.height);
  const canvas = new OffscreenCanvas(drawn, drawn);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no 2d context");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, left, top, side, side, 0, 0, drawn, drawn);
  picture.close();
  return canvas.convertToBlob({ type: "image/png" });
};
