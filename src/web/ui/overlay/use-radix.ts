import { startTransition, useEffect, useEffectEvent, useState } from "react";
import { showToast, type ToastMessage } from "../feedback/toast.tsx";

export type Radix = typeof import("./overlays.ts");

/** Reloading is the only way out: Chromium never fetches a module again that failed once, and a release removes the old files. */
const LOAD_FAILED: ToastMessage = {
  title: "Dit kon niet worden geopend",
  description: "Ververs de pagina en probeer het opnieuw.",
  tone: "destructive",
};

let radix: Radix | undefined;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

export const loadRadix = (): Promise<void> => {
  loading ??= import("./overlays.ts").then(
    (loaded) => {
      radix = loaded;
      for (const listener of listeners) listener();
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
};

/** Loads Radix in advance. A failure is ignored: opening an overlay tries again (in Firefox and Safari it may succeed) and reports it. */
export const preloadRadix = (): void => void loadRadix().catch(() => undefined);

/**
 * Radix's overlays, or undefined until they are loaded. Unlike a component of `React.lazy` they then render without a fallback, so
 * that a press opens at once. `shouldLoad` loads them; when that fails, a toast is shown and `onFailed` is called.
 */
export function useRadix(shouldLoad: boolean, onFailed: () => void): Radix | undefined {
  const [loaded, setLoaded] = useState(radix);
  const fail = useEffectEvent(() => {
    onFailed();
    showToast(LOAD_FAILED);
  });
  useEffect(() => {
    // As a transition: a screen has dozens of triggers, and a slow phone would handle no input until all of them are rendered again.
    const show = () => startTransition(() => setLoaded(radix));
    show();
    listeners.add(show);
    return () => void listeners.delete(show);
  }, []);
  useEffect(() => {
    // Not as a transition: somebody is waiting for it.
    if (shouldLoad && !loaded) loadRadix().then(() => setLoaded(radix), fail);
  }, [shouldLoad, loaded]);
  return loaded;
}
