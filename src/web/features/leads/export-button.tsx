import { Download } from "lucide-react";
import type { ListPages } from "#lib/lists/list-pages.ts";
import { Button } from "#ui/button/button.tsx";

/** The list as a file, as it is filtered; the browser saves it while it comes. */
export const ExportButton = ({ address }: { address: string }) => (
  <Button asChild variant="outline">
    <a href={address} download>
      <Download />
      Exporteren
    </a>
  </Button>
);

/** Not of an empty list. While it is read, the button already has its place: nothing moves when the list comes. */
export const canExport = ({ items, query }: Pick<ListPages<{ id: string }>, "items" | "query">): boolean =>
  items.length > 0 || query.isPending;
