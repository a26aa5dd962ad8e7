interface Part {
  readonly id: string | undefined;
  /** Elements in it, itself included, before anything is repeated. */
  size: number;
  /** What it repeats, by id. */
  readonly repeats: string[];
}

/**
 * How large a drawing becomes when its `use` elements are drawn. Ten of them in each of ten groups make ten thousand
 * million shapes out of a file of a few lines, and would hang every screen that shows the logo.
 */
export class Expansion {
  private readonly root: Part = { id: undefined, size: 0, repeats: [] };
  private readonly open: Part[] = [this.root];
  private readonly known = new Map<string, Part>();

  get depth(): number {
    return this.open.length - 1;
  }

  get size(): number {
    return this.open.reduce((sum, part) => sum + part.size, 0);
  }

  enter(id: string | undefined, repeats: string | undefined): void {
    this.open.push({ id, size: 1, repeats: repeats === undefined ? [] : [repeats] });
  }

  leave(): void {
    const part = this.open.pop();
    const around = this.open.at(-1);
    if (!part || !around) return;
    // Of two elements with one id the first counts, as in the browser.
    if (part.id !== undefined && !this.known.has(part.id)) this.known.set(part.id, part);
    around.size += part.size;
    for (const id of part.repeats) around.repeats.push(id);
  }

  /** Elements once everything is drawn. A part that repeats itself has no end. */
  expandedSize(): number {
    const sizes = new Map<Part, number>();
    const sizeOf = (part: Part): number => {
      const found = sizes.get(part);
      if (found !== undefined) return found;
      sizes.set(part, Number.POSITIVE_INFINITY);
      const repeated = part.repeats.flatMap((id) => this.known.get(id) ?? []);
      const size = repeated.reduce((sum, repeat) => sum + sizeOf(repeat), part.size);
      sizes.set(part, size);
      return size;
    };
    return sizeOf(this.root);
  }
}
