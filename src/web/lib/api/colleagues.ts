import { useQuery } from "@tanstack/react-query";
import { usersRoutes } from "#contract/users.ts";
import { callAllPages } from "./api.ts";

/** The users of the user's own company; the server rejects any other id. Change events of the topic `users` refetch it. */
export const useColleagues = (companyId: string) =>
  useQuery({
    queryKey: ["users", companyId],
    queryFn: ({ signal }) => callAllPages(usersRoutes.colleagues, { query: { companyId }, signal }),
  });
