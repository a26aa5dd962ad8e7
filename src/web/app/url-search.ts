/** Query parameters are strings: "?q=2024" is the text 2024. The router's default parser would make numbers and JSON of them. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

export const stringifySearch = (search: Record<string, string | number | boolean | null | undefined>): string => {
  const given = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null || value === "" ? [] : [[name, String(value)]],
  );
  return given.length ? `?${new URLSearchParams(given)}` : "";
};
