import { showToast } from "#ui/feedback/toast.tsx";
import { clientErrorMessage, errorMessage } from "./api.ts";

/** A toast with the server's message, or with the fallback of the screen. */
export const showError = (error: unknown, fallback: string): void =>
  showToast({ title: "Fout", description: errorMessage(error, fallback), tone: "destructive" });

/** The same, but also with the fallback when the server failed (5xx): its general message says less than the fallback. */
export const showRefusal = (error: unknown, fallback: string): void =>
  showToast({ title: "Fout", description: clientErrorMessage(error, fallback), tone: "destructive" });
