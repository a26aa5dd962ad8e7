/** How long the responses of a base take: a number of milliseconds, or as long as Airtable's. */
export type LatencySetting = number | "faithful";

/** The size of a response, which determines how long Airtable takes. */
type Work = {
  /** Records, payloads, tables or bases that are read or written. */
  items: number;
  /** The number of records in the table, when the request opens a list of it; the following pages continue that list. */
  openedTableSize: number;
};

/** A small page takes a fifth of a second, and opening a list takes seconds in a table of 100,000 records. */
const FAITHFUL = { requestMs: 100, itemMs: 1, openedRecordMs: 0.03 };

const faithfulMs = ({ items, openedTableSize }: Work): number =>
  Math.round(FAITHFUL.requestMs + items * FAITHFUL.itemMs + openedTableSize * FAITHFUL.openedRecordMs);

export type Latencies = {
  /** `lastMs`: what was added to the latest response of the base. */
  of(baseId: string): { setting: LatencySetting; lastMs: number };
  change(baseId: string, setting: LatencySetting): void;
  /** The milliseconds by which this response is to be delayed. */
  take(baseId: string, work: Work): number;
  reset(): void;
};

/** Without a setting, responses are not delayed. */
export function createLatencies(): Latencies {
  const settings = new Map<string, LatencySetting>();
  const lastMs = new Map<string, number>();
  const settingOf = (baseId: string) => settings.get(baseId) ?? 0;
  return {
    of: (baseId) => ({ setting: settingOf(baseId), lastMs: lastMs.get(baseId) ?? 0 }),
    change: (baseId, setting) => void settings.set(baseId, setting),
    take: (baseId, work) => {
      const setting = settingOf(baseId);
      const ms = setting === "faithful" ? faithfulMs(work) : setting;
      lastMs.set(baseId, ms);
      return ms;
    },
    reset: () => {
      settings.clear();
      lastMs.clear();
    },
  };
}
