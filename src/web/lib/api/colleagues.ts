import { useQuery } from "@tanstack/react-query";
import { usersRoutes } from "#contract/users.ts";
import { callAllPages } from "./api.ts";

/** The users of the signed-in user's company; the server rejects any other company. Change events of the topic `users` refetch it. */
export const useColleagues = (companyId: string) =>
  useQuery({
    queryKey: ["users", companyId],
    queryFn: ({ signal }) => callAllPages(usersRoutes.colleagues, { query: { companyId }, signal }),
  });
