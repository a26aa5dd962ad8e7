import type { ReactNode } from "react";

export type ConfirmQuestion = {
  title: string;
  text: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  tone?: "default" | "destructive";
};
