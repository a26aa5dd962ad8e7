import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Component, type ReactNode } from "react";
import { Toaster } from "#ui/feedback/toast.tsx";
import { ErrorPage, FullPage } from "./pages/status-pages.tsx";

/** Catches errors outside of the screens; those of a screen are caught by the router, which keeps the menu. */
class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <FullPage>
        <ErrorPage onRetry={() => this.setState({ failed: false })} />
      </FullPage>
    );
  }
}

export const Providers = ({ client, children }: { client: QueryClient; children: ReactNode }) => (
  <QueryClientProvider client={client}>
    <ErrorBoundary>{children}</ErrorBoundary>
    <Toaster />
  </QueryClientProvider>
);
