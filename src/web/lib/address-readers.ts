/** Takes one value out of an address; of what it refuses, no filter is made. */
export type Reader<Value extends string = string> = (given: string) => Value | undefined;

export type Readers = Readonly<Record<string, Reader>>;
export type FiltersOf<Of extends Readers> = { [Name in keyof Of]?: ReturnType<Of[Name]> };

export const text =
  (max: number): Reader =>
  (given) =>
    given.length <= max ? given : undefined;

export const oneOf =
  <const Value extends string>(values: readonly Value[]): Reader<Value> =>
  (given) =>
    values.find((value) => value === given);

export const matching =
  (pattern: RegExp): Reader =>
  (given) =>
    pattern.test(given) ? given : undefined;

export const recordId = matching(/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i);

const WRITTEN_DAY = /^(?!0000)\d{4}-\d\d-\d\d$/;

/** A day that the calendar knows. */
export const day: Reader = (given) => {
  if (!WRITTEN_DAY.test(given)) return undefined;
  const date = new Date(`${given}T12:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(given) ? given : undefined;
};

/** By hand and not by a schema: every list has filters, and would bring the whole schema library with its first screen. */
export const readFilters = <Of extends Readers>(readers: Of, search: Record<string, unknown>): FiltersOf<Of> =>
  Object.fromEntries(
    Object.entries(readers).map(([name, read]) => {
      const given = search[name];
      return [name, typeof given === "string" ? read(given) : undefined];
    }),
  ) as FiltersOf<Of>;
