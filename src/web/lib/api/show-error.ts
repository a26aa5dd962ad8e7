import { showToast } from "#ui/feedback/toast.tsx";
import { clientErrorMessage, errorMessage } from "./api.ts";

/** A toast with the server's message, or with the fallback of the screen. */
export const showError = (error: unknown, fallback: string): void =>
  showToast({ title: "Fout", description: errorMessage(error, fallback), tone: "destructive" });

/** The same, but with the fallback also when the server failed: its message then says less than the screen. */
export const showRefusal = (error: unknown, fallback: string): void =>
  showToast({ title: "Fout", description: clientErrorMessage(error, fallback), tone: "destructive" });
