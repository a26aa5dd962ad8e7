import { type ComponentType, lazy, useEffect } from "react";

type PropsOf<Component> = Component extends ComponentType<infer Props> ? Props : never;

/** `React.lazy` for a named export, or a notice when its file is gone. `preload` fetches it before it is rendered. */
export const lazyComponent = <Module, const Name extends keyof Module>(load: () => Promise<Module>, name: Name) => {
  const Component = lazy(() =>
    load().then(
      (module) => ({ default: module[name] as ComponentType<PropsOf<Module[Name]>> }),
      async () => ({ default: (await import("./feedback/new-version.tsx")).NewVersion }),
    ),
  );
  return Object.assign(Component, { preload: load });
};

/** The first screen is loaded and drawn first. */
const PRELOAD_DELAY_MS = 2_000;

/** Fetches the code of what a click or a key opens, once the screen has settled. */
export function usePreload(load: () => Promise<unknown>) {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, [load]);
}

/** In place of a dialog whose code is still loading: keys typed meanwhile are for the dialog, and must not act as shortcuts. */
export const ShortcutBlocker = () => <div data-blocks-shortcuts tabIndex={-1} ref={borrowFocus} className="sr-only" />;

/** Takes the focus, and returns it before the dialog opens, which remembers the focused element as its opener. */
function borrowFocus(element: HTMLElement | null) {
  const opener = document.activeElement;
  element?.focus({ preventScroll: true });
  return () => {
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
}
