import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Toaster } from "#ui/toast.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";

export const Providers = ({ client, children }: { client: QueryClient; children: ReactNode }) => (
  <QueryClientProvider client={client}>
    <ErrorBoundary>{children}</ErrorBoundary>
    <Toaster />
  </QueryClientProvider>
);
