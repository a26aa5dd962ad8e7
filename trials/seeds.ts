import { randomBytes } from "node:crypto";

/** Each run tries other ones; a run that failed is done again with the seed it named. */
export const chooseSeeds = (count: number): string[] => {
  const given = process.env["TRIAL_SEED"];
  return given ? [given] : Array.from({ length: count }, () => randomBytes(4).toString("hex"));
};
