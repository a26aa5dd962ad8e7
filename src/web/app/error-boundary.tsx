import { Component, type ReactNode } from "react";
import { ErrorPage } from "./pages/error-page.tsx";
import { FullPage } from "./pages/full-page.tsx";

/** The last net, under everything: what breaks inside a screen is caught by the router, with the menu still there. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
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
