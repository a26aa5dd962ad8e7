/** What one family of figures is, and its samples, as Prometheus reads them. */
export interface Family {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  samples: readonly Sample[];
}

export interface Sample {
  /** What a histogram adds to its name: `_bucket`, `_sum`, `_count`. */
  suffix?: string;
  labels?: Readonly<Record<string, string>>;
  value: number;
}

export const EXPOSITION_TYPE = "text/plain; version=0.0.4; charset=utf-8";

const escapeLabel = (text: string): string =>
  text.replace(/[\\"\n]/g, (found) => (found === "\n" ? "\\n" : `\\${found}`));

const writeLabels = (labels: Sample["labels"] = {}): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length ? `{${pairs.join(",")}}` : "";
};

const writeNumber = (value: number): string => (value === Number.POSITIVE_INFINITY ? "+Inf" : String(value));

const writeFamily = ({ name, help, type, samples }: Family): string =>
  [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(({ suffix = "", labels, value }) => `${name}${suffix}${writeLabels(labels)} ${writeNumber(value)}`),
  ].join("\n");

export const writeExposition = (families: readonly Family[]): string => `${families.map(writeFamily).join("\n")}\n`;

/** A family with a single figure, or one for each value of a label. */
export const gauge = (name: string, help: string, samples: number | readonly Sample[]): Family => ({
  name,
  help,
  type: "gauge",
  samples: typeof samples === "number" ? [{ value: samples }] : samples,
});
