import type { QueryClient } from "@tanstack/react-query";

/** Every failed read or change, whichever screen made it. */
export const onCallFailure = (client: QueryClient, listener: (error: unknown) => void): (() => void) => {
  const ends = [
    client.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") listener(event.action.error);
    }),
    client.getMutationCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") listener(event.action.error);
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
};
