import { useQuery } from "@tanstack/react-query";
import { authRoutes } from "#contract/auth.ts";
import { call, callOrNull } from "./api.ts";

export const sessionKey = ["session", "main"] as const;
export const adminSessionKey = ["session", "admin"] as const;

/** The signed-in person; `data` is null for a visitor. */
export const useSession = () => useQuery({ queryKey: sessionKey, queryFn: () => callOrNull(authRoutes.currentUser) });

export const useAdminSession = () =>
  useQuery({ queryKey: adminSessionKey, queryFn: () => callOrNull(authRoutes.adminUser) });

export const companyCardKey = ["company-card"] as const;

export const useCompanyCard = (enabled: boolean) =>
  useQuery({ queryKey: companyCardKey, queryFn: () => call(authRoutes.currentCompany), enabled });
