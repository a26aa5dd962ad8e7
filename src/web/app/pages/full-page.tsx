import type { ReactNode } from "react";

/** The middle of an otherwise empty window. */
export const FullPage = ({ children }: { children: ReactNode }) => (
  <main className="grid min-h-dvh place-items-center p-4">{children}</main>
);
