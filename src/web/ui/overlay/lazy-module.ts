import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { showToast, type ToastMessage } from "../feedback/toast.tsx";

/** A browser asks for a file once; and after a new release the old ones are gone. */
const LOAD_FAILED: ToastMessage = {
  title: "Dit kon niet worden geopend",
  description: "Ververs de pagina en probeer het opnieuw.",
  tone: "destructive",
};

/**
 * Code that the first sight of a screen does without: what opens over it. Unlike `lazy` it is there in the very render that
 * asks for it, once it has come; a press then opens at once.
 */
export const lazyModule = <Part>(load: () => Promise<Part>) => {
  let part: Part | undefined;
  let coming: Promise<void> | undefined;
  const waiting = new Set<() => void>();

  const keep = (loaded: Part) => {
    part = loaded;
    for (const tell of waiting) tell();
  };
  const fetch = (): Promise<void> => {
    coming ??= load().then(keep, (problem: unknown) => {
      coming = undefined;
      throw problem;
    });
    return coming;
  };
  const readPart = () => part;
  const watch = (tell: () => void) => {
    waiting.add(tell);
    return () => void waiting.delete(tell);
  };

  return {
    fetch,
    /** Before somebody asks for it; that it cannot come is no matter yet. */
    fetchEarly: () => void fetch().catch(() => undefined),
    /** It, as soon as it is there. What cannot come is given up. */
    usePart: (wanted: boolean, giveUp: () => void): Part | undefined => {
      const here = useSyncExternalStore(watch, readPart, readPart);
      const fail = useEffectEvent(() => {
        giveUp();
        showToast(LOAD_FAILED);
      });
      useEffect(() => {
        if (wanted && !here) fetch().catch(fail);
      }, [wanted, here]);
      return here;
    },
    /** For what stands inside such a part, and so comes with it. */
    useHere: (): Part | undefined => useSyncExternalStore(watch, readPart, readPart),
  };
};

/** The first screen comes first. */
const PRELOAD_DELAY_MS = 2_000;

/** Fetches code that a screen needs after a click or a key, once the screen has settled: whoever opens it then need not wait. */
export function usePreload(load: () => Promise<unknown>) {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, [load]);
}
