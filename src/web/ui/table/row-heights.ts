type Row = { id: string | number };

export type RowRange = { first: number; last: number };

/**
 * How high the rows of a very long list are, and so where each begins. A row that was never seen counts as the estimate; what
 * the seen ones differ from it is kept in sums over powers of two, so that one more measured row, one more page, and the
 * question which row stands at a place each take a handful of steps, at any length.
 */
export class RowHeights {
  private rows: readonly Row[] = [];
  private estimate = 0;
  private gap = 0;
  private measured = new Map<Row["id"], number>();
  private differences = new Float64Array(0);
  private sums = new Float64Array(1);

  /** Takes the list as it is now. Heights follow their row, wherever it went. */
  fit(rows: readonly Row[], estimate: number, gap: number): void {
    if (rows === this.rows && estimate === this.estimate && gap === this.gap) return;
    // Another estimate is another layout: rows became cards.
    if (estimate !== this.estimate) this.measured.clear();
    const grown = estimate === this.estimate && this.beginsAsBefore(rows);
    this.estimate = estimate;
    this.gap = gap;
    this.rows = rows;
    if (!grown || rows.length > this.differences.length) this.build();
  }

  get height(): number {
    return this.rows.length === 0 ? 0 : this.topOf(this.rows.length) - this.gap;
  }

  topOf(index: number): number {
    let top = index * (this.estimate + this.gap);
    for (let at = index; at > 0; at -= at & -at) top += this.sums[at] ?? 0;
    return top;
  }

  /** Answers by how much the row was thought to be lower. */
  measure(index: number, height: number): number {
    const row = this.rows[index];
    if (!row) return 0;
    const difference = height - this.estimate;
    const change = difference - (this.differences[index] ?? 0);
    if (change === 0) return 0;
    this.measured.set(row.id, height);
    this.differences[index] = difference;
    for (let at = index + 1; at < this.sums.length; at += at & -at) this.sums[at] = (this.sums[at] ?? 0) + change;
    return change;
  }

  /** The rows of which something lies between two places, and some more on either side. */
  rangeOf(from: number, to: number, margin: { pixels: number; rows: number }): RowRange {
    const first = Math.min(this.indexAt(from - margin.pixels), this.indexAt(from) - margin.rows);
    const last = Math.max(this.indexAt(to + margin.pixels), this.indexAt(to) + margin.rows);
    return { first: Math.max(0, first), last: Math.min(this.rows.length - 1, last) };
  }

  /** The last row that begins at or above a place. */
  private indexAt(place: number): number {
    const step = this.estimate + this.gap;
    let index = 0;
    let top = 0;
    for (let width = 2 ** Math.floor(Math.log2(Math.max(1, this.rows.length))); width >= 1; width /= 2) {
      const next = index + width;
      const nextTop = top + width * step + (this.sums[next] ?? 0);
      if (next < this.rows.length && nextTop <= place) {
        index = next;
        top = nextTop;
      }
    }
    return index;
  }

  private beginsAsBefore(rows: readonly Row[]): boolean {
    return rows.length >= this.rows.length && this.rows.every(({ id }, index) => id === rows[index]?.id);
  }

  /** With room for as many rows again, so that a list which grows page by page is seldom built. */
  private build(): void {
    const room = this.rows.length * 2;
    this.differences = new Float64Array(room);
    this.sums = new Float64Array(room + 1);
    this.rows.forEach(({ id }, index) => {
      const height = this.measured.get(id);
      if (height !== undefined) this.differences[index] = height - this.estimate;
    });
    for (let at = 1; at <= room; at++) {
      this.sums[at] = (this.sums[at] ?? 0) + (this.differences[at - 1] ?? 0);
      const above = at + (at & -at);
      if (above <= room) this.sums[above] = (this.sums[above] ?? 0) + (this.sums[at] ?? 0);
    }
  }
}
