import { Download } from "lucide-react";
import type { PagedList } from "#lib/lists/paged-list.ts";
import { Button } from "#ui/button/button.tsx";

/** Downloads the filtered list as CSV; the browser streams it to disk. */
export const ExportButton = ({ url }: { url: string }) => (
  <Button asChild variant="outline" className="max-sm:px-2.5">
    <a href={url} download>
      <Download />
      <span className="max-sm:sr-only">Exporteren</span>
    </a>
  </Button>
);

/** An empty list has no export. While loading the button is shown already, to avoid a layout shift. */
export const canExport = ({ items, query }: Pick<PagedList<{ id: string }>, "items" | "query">): boolean =>
  items.length > 0 || query.isPending;
