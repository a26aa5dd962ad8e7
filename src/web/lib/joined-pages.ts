import type { ListPage } from "./api.ts";

type Identified = { id: string };

/**
 * The rows of all pages as one list. Between two pages something may have moved from one to the other: it is shown once, at the
 * place where it was first. A list of a thousand pages that gets one more is not gone through again.
 */
export class JoinedPages<Item extends Identified> {
  private pages: readonly ListPage<Item>[] = [];
  private known = new Set<string>();
  private items: Item[] = [];

  join(pages: readonly ListPage<Item>[]): readonly Item[] {
    if (pages === this.pages) return this.items;
    const grown = this.pages.every((page, nth) => page === pages[nth]);
    if (!grown) this.known = new Set();
    const fresh = (grown ? pages.slice(this.pages.length) : pages).flatMap(({ items }) => items.filter(this.isNew));
    this.items = grown ? this.items.concat(fresh) : fresh;
    this.pages = pages;
    return this.items;
  }

  private readonly isNew = ({ id }: Item): boolean => {
    if (this.known.has(id)) return false;
    this.known.add(id);
    return true;
  };
}
