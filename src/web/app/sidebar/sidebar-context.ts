import { createContext, useContext } from "react";

type SidebarState = {
  /** Only icons, each with its name in a tooltip. */
  collapsed: boolean;
  /** Somebody chose a screen; on a phone the menu then gets out of the way. */
  onNavigate?: () => void;
};

export const SidebarContext = createContext<SidebarState>({ collapsed: false });

export const useSidebar = () => useContext(SidebarContext);
