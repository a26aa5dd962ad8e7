import type { Base } from "./base.ts";

/** The bases by their id. Some are made only when somebody asks for them, so that nobody waits for the others. */
export type Shelf = {
  ids(): string[];
  find(id: string): Base | undefined;
  all(): Base[];
  /** Those that are made. */
  inUse(): Base[];
  add(base: Base): void;
  remove(id: string): void;
  /** Forgets all the others. */
  fill(made: readonly Base[], unmade: ReadonlyMap<string, () => Base>): void;
};

export function createShelf(): Shelf {
  const made = new Map<string, Base>();
  const unmade = new Map<string, () => Base>();
  const ids = () => [...made.keys(), ...unmade.keys()];
  const find = (id: string) => {
    const make = unmade.get(id);
    if (make) made.set(id, make());
    unmade.delete(id);
    return made.get(id);
  };
  return {
    ids,
    find,
    all: () => ids().flatMap((id) => find(id) ?? []),
    inUse: () => [...made.values()],
    add: (base) => {
      unmade.delete(base.id);
      made.set(base.id, base);
    },
    remove: (id) => {
      made.delete(id);
      unmade.delete(id);
    },
    fill: (bases, makers) => {
      made.clear();
      unmade.clear();
      for (const base of bases) made.set(base.id, base);
      for (const [id, make] of makers) unmade.set(id, make);
    },
  };
}
