import { showToast } from "#ui/feedback/toast.tsx";
import { errorMessage } from "./api.ts";

/** A toast with the server's message, or with the fallback of the screen. */
export const showError = (error: unknown, fallback: string): void =>
  showToast({ title: "Fout", description: errorMessage(error, fallback), tone: "destructive" });
