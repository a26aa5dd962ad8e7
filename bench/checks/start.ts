import { median } from "../drive/figures.ts";
import { startProductProcess } from "../product.ts";
import type { Check } from "../report/checks.ts";

const STARTS = 3;
const SECONDS = 1.5;

/** From nothing to ready with the embedded database, all of the data there. The first start is left out: it fills the caches. */
export const measureStart = async (dataDir: string): Promise<Check> => {
  const seconds: number[] = [];
  for (let nth = 0; nth <= STARTS; nth++) {
    const begun = performance.now();
    const product = await startProductProcess("both", dataDir, {});
    if (nth > 0) seconds.push((performance.now() - begun) / 1000);
    await product.stop();
  }
  return { name: "ready after a warm start", value: median(seconds), unit: "s", atMost: SECONDS };
};
