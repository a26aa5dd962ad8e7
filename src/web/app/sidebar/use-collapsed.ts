import { useState } from "react";
import { remember, remembered } from "#lib/browser-memory.ts";

export function useCollapsed(key: string): [collapsed: boolean, toggle: () => void] {
  const [collapsed, setCollapsed] = useState(() => remembered(key) === "true");
  const toggle = () => {
    remember(key, String(!collapsed));
    setCollapsed(!collapsed);
  };
  return [collapsed, toggle];
}
