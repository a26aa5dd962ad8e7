import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { showToast, type ToastMessage } from "../feedback/toast.tsx";

export type Radix = typeof import("./overlays.ts");

/** A browser does not request a module again that failed to load; after a new release the old files are gone. */
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

/** Loads Radix before anybody needs it; a failure matters only once somebody does. */
export const preloadRadix = (): void => void loadRadix().catch(() => undefined);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const readRadix = () => radix;

/**
 * Radix's overlays as soon as they are loaded. Unlike a component of `React.lazy` they are there in the first render after
 * that, so that a press opens at once. `wanted` loads them; when that fails, a toast says so and `onFailed` is called.
 */
export function useRadix(wanted: boolean, onFailed: () => void): Radix | undefined {
  const loaded = useSyncExternalStore(subscribe, readRadix, readRadix);
  const fail = useEffectEvent(() => {
    onFailed();
    showToast(LOAD_FAILED);
  });
  useEffect(() => {
    if (wanted && !loaded) loadRadix().catch(fail);
  }, [wanted, loaded]);
  return loaded;
}
