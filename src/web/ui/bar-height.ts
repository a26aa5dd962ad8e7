const LEAST = 5;
const SCALE = 0.7;

/** How high a bar stands, in percent of the room there is: the highest takes seven tenths, and none vanishes. */
export const barHeight = (value: number, highest: number): number =>
  Math.max(LEAST, highest > 0 ? (value / highest) * 100 : 0) * SCALE;
