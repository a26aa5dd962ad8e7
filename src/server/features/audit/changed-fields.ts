import { isDeepStrictEqual } from "node:util";

type Fields = Record<string, unknown>;

export interface Changed {
  before: Fields;
  after: Fields;
}

/** What of a thing became different, and nothing else of it; undefined when nothing did. */
export const changedFields = (before: object, after: object): Changed | undefined => {
  const [old, now] = [before as Fields, after as Fields];
  const names = Object.keys(now).filter((name) => !isDeepStrictEqual(old[name] ?? null, now[name] ?? null));
  if (names.length === 0) return undefined;
  const pick = (from: Fields): Fields =>
    Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name] ?? null]] : [])));
  return { before: pick(old), after: pick(now) };
};

/** What there is of a thing, for the moment it comes or goes: empty fields say nothing. */
export const filledFields = (thing: object): Fields =>
  Object.fromEntries(Object.entries(thing).filter(([, value]) => value !== null && value !== undefined));

/** How the log shows a secret that was replaced: that it was, and never what it was or is. */
export const SECRET_CHANGED = "gewijzigd";
