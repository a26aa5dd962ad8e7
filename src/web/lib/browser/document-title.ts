import { useEffect } from "react";

export const PRODUCT = "Ultimate Sales Agent";

export function useDocumentTitle(screen: string) {
  useEffect(() => {
    document.title = `${screen} · ${PRODUCT}`;
  }, [screen]);
}
