export type ToastTone = "default" | "destructive" | "info";

export interface ToastMessage {
  title: string;
  description?: string | undefined;
  tone?: ToastTone;
  action?: { label: string; onClick: () => void };
}

export interface ShownToast extends ToastMessage {
  /** Tells two toasts with the same text apart. */
  id: number;
}

let shown: ShownToast | undefined;
let count = 0;
const listeners = new Set<() => void>();

const put = (toast: ShownToast | undefined): void => {
  shown = toast;
  for (const listener of listeners) listener();
};

export const readToast = (): ShownToast | undefined => shown;

export const watchToast = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Says what happened, one thing at a time: the newest takes the place of the one before. */
export const showToast = (message: ToastMessage): void => {
  count += 1;
  put({ ...message, id: count });
};

export const closeToast = (id: number): void => {
  if (shown?.id === id) put(undefined);
};
