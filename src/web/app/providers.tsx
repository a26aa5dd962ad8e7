import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ConfirmProvider } from "../ui/confirm.tsx";
import { Toaster } from "../ui/toast.tsx";
import { TooltipProvider } from "../ui/tooltip.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";

export const Providers = ({ client, children }: { client: QueryClient; children: ReactNode }) => (
  <QueryClientProvider client={client}>
    <TooltipProvider>
      <ErrorBoundary>
        <ConfirmProvider>{children}</ConfirmProvider>
      </ErrorBoundary>
      <Toaster />
    </TooltipProvider>
  </QueryClientProvider>
);
