type Chunk = { file: string; imports?: string[] };

/**
 * Files that need each other before they can run, in the order in which they ask: what one takes from the other may not be
 * there yet.
 */
export const findCircle = (chunks: Readonly<Record<string, Chunk>>): string[] | undefined => {
  const done = new Set<string>();
  const visit = (source: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(source)) return [...way.slice(way.indexOf(source)), source];
    if (done.has(source)) return undefined;
    for (const imported of chunks[source]?.imports ?? []) {
      const circle = visit(imported, [...way, source]);
      if (circle) return circle;
    }
    done.add(source);
    return undefined;
  };
  for (const source of Object.keys(chunks)) {
    const circle = visit(source, []);
    if (circle) return circle.map((one) => chunks[one]?.file ?? one);
  }
  return undefined;
};
