/** Import cycles, each as the files from the first back to itself. Finds at least one if there are any, not always all. */
export function findCycles(importsByFile: ReadonlyMap<string, readonly string[]>): string[][] {
  const visited = new Set<string>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (path: string) => {
    const seenAt = stack.indexOf(path);
    if (seenAt >= 0) {
      cycles.push([...stack.slice(seenAt), path]);
      return;
    }
    if (visited.has(path)) return;
    stack.push(path);
    for (const target of importsByFile.get(path) ?? []) visit(target);
    stack.pop();
    visited.add(path);
  };
  for (const path of importsByFile.keys()) visit(path);
  return cycles;
}
