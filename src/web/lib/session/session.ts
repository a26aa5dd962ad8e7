import { useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { authRoutes, type SessionUser } from "#contract/auth.ts";
import { call, callOrNull } from "../api/api.ts";

export const sessionKey = ["session", "main"] as const;
export const adminSessionKey = ["session", "admin"] as const;

/** The signed-in user; `data` is null for a visitor. */
export const useSession = () => useQuery({ queryKey: sessionKey, queryFn: () => callOrNull(authRoutes.currentUser) });

export const useAdminSession = () =>
  useQuery({ queryKey: adminSessionKey, queryFn: () => callOrNull(authRoutes.adminUser) });

export const companyCardKey = ["company-card"] as const;

export const useCompanyCard = (enabled: boolean) =>
  useQuery({ queryKey: companyCardKey, queryFn: () => call(authRoutes.currentCompany), enabled });

export const CurrentUserContext = createContext<SessionUser | null>(null);

/** The signed-in user, on a screen behind a sign-in. */
export function useCurrentUser(): SessionUser {
  const user = useContext(CurrentUserContext);
  if (!user) throw new Error("useCurrentUser is for screens behind a sign-in");
  return user;
}
