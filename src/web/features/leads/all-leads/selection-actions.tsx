import { Suspense } from "react";
import type { RowSelection } from "#lib/lists/row-selection.tsx";
import { lazyComponent, usePreload } from "#ui/lazy-component.tsx";

const BulkActionBar = lazyComponent(() => import("./bulk-actions.tsx"), "BulkActionBar");

/** The actions for the selected leads of a list that has no filters of its own; nothing without a selection. */
export function SelectionActions({ selection }: { selection: RowSelection }) {
  usePreload(BulkActionBar.preload);
  if (selection.ids.size === 0) return null;
  return (
    <div className="sticky top-(--table-top,0px) z-10 border-b bg-background px-4 py-2 sm:px-6">
      <Suspense fallback={<div className="h-9" />}>
        <BulkActionBar selection={selection} />
      </Suspense>
    </div>
  );
}
