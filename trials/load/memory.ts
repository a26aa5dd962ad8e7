import { readFile } from "node:fs/promises";
import { median, round } from "#bench/statistics.ts";

const PAGE_BYTES = 4096;
const MIB = 1024 * 1024;

interface Sample {
  at: number;
  mib: number;
}

const residentMib = async (pid: number): Promise<number | undefined> => {
  const text = await readFile(`/proc/${pid}/statm`, "utf8").catch(() => undefined);
  return text === undefined ? undefined : (Number(text.split(" ")[1]) * PAGE_BYTES) / MIB;
};

/** Samples the resident memory of the processes every second. */
export class MemoryWatch {
  private readonly samples = new Map<string, Sample[]>();
  private readonly timer: NodeJS.Timeout;

  constructor(processes: () => Iterable<{ name: string; pid: number }>) {
    this.timer = setInterval(() => {
      for (const { name, pid } of processes()) void this.sample(`${name} ${pid}`, pid);
    }, 1000);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /**
   * Memory per process since this time, in MiB: medians of the first and the last third of the samples, and the growth per minute
   * between them. Processes with fewer than nine samples are left out.
   */
  growth(since: number): { name: string; from: number; to: number; perMinute: number }[] {
    return [...this.samples].flatMap(([name, all]) => {
      const samples = all.filter(({ at }) => at >= since);
      const third = Math.floor(samples.length / 3);
      if (third < 3) return [];
      const [from, to] = [samples.slice(0, third), samples.slice(-third)].map((part) =>
        median(part.map(({ mib }) => mib)),
      );
      const minutes = ((samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0)) / 60_000;
      // The middles of the first and the last third are two thirds of the time apart.
      return [
        {
          name,
          from: round(from ?? 0, 1),
          to: round(to ?? 0, 1),
          perMinute: round(((to ?? 0) - (from ?? 0)) / (minutes * (2 / 3)), 1),
        },
      ];
    });
  }

  private async sample(name: string, pid: number): Promise<void> {
    const mib = await residentMib(pid);
    if (mib === undefined) return;
    const samples = this.samples.get(name) ?? [];
    samples.push({ at: Date.now(), mib });
    this.samples.set(name, samples);
  }
}
