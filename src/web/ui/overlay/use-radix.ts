import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
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

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const readRadix = () => radix;

/**
 * Radix's overlays, or undefined until they are loaded. Unlike a component of `React.lazy` they then render synchronously, so
 * that a press opens at once. `shouldLoad` loads them; when that fails, a toast is shown and `onFailed` is called.
 */
export function useRadix(shouldLoad: boolean, onFailed: () => void): Radix | undefined {
  const loaded = useSyncExternalStore(subscribe, readRadix, readRadix);
  const fail = useEffectEvent(() => {
    onFailed();
    showToast(LOAD_FAILED);
  });
  useEffect(() => {
    if (shouldLoad && !loaded) loadRadix().catch(fail);
  }, [shouldLoad, loaded]);
  return loaded;
}
