import { Suspense } from "react";
import { lazyComponent } from "#ui/lazy-component.tsx";

const ListShortcuts = lazyComponent(() => import("./list-shortcuts.ts"), "ListShortcuts");

/** The keys of a list. Loaded after the screen: they are not pressed before its rows are there. */
export const ListKeys = () => (
  <Suspense>
    <ListShortcuts />
  </Suspense>
);
