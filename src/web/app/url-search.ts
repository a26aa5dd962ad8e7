/**
 * What stands behind the question mark is text, as people type and share it: "?q=2024" is the text 2024, and a
 * screen that wants a number says so. The router's own reading would make numbers and JSON of it.
 */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

export const stringifySearch = (search: Record<string, string | number | boolean | null | undefined>): string => {
  const given = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null || value === "" ? [] : [[name, String(value)]],
  );
  return given.length ? `?${new URLSearchParams(given)}` : "";
};
