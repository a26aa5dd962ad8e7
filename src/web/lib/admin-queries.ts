import { type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { companiesRoutes } from "#contract/companies.ts";
import { callWhole } from "./api.ts";

const ADMIN = "admin";

/** What the admin panel reads. It hears no events, so that every screen reads afresh when it is opened. */
export const adminRead = (...key: QueryKey) => ({ queryKey: [ADMIN, ...key], staleTime: 0 });

export const useAdminCompanies = () =>
  useQuery({
    ...adminRead("companies"),
    queryFn: ({ signal }) => callWhole(companiesRoutes.list, { query: {}, signal }),
  });

/** After a change everything that is on the screen is read again: lists, statistics, the log. */
export function useAdminRefresh(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: [ADMIN] });
}
