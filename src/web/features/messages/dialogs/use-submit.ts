import { useState } from "react";
import type { CardDeed } from "../deeds/deed.ts";

/** Hands a deed on once, and is busy until it is done. Closing the dialog is for whoever does it. */
export function useSubmit(onSubmit: (deed: CardDeed) => Promise<boolean>) {
  const [busy, setBusy] = useState(false);
  const submit = async (deed: CardDeed) => {
    if (busy) return;
    setBusy(true);
    await onSubmit(deed);
    setBusy(false);
  };
  return { busy, submit };
}
