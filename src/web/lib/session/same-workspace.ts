import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { authRoutes, type SessionUser } from "#contract/auth.ts";
import { call } from "../api/api.ts";
import { useCurrentUser } from "./session.ts";

/** What is on the screen and in the cache belongs to one user in one company. */
export const isSameWorkspace = (one: SessionUser, other: SessionUser): boolean =>
  one.id === other.id && one.companyId === other.companyId;

/**
 * All tabs share one session: when somebody else has signed in in another tab, this one starts with a new page. It looks when the
 * user returns to it, and when the session is refetched. A session that has ended is noticed by `watchSessionExpiry`.
 */
export function useSameWorkspace() {
  const client = useQueryClient();
  const current = useCurrentUser();
  const [opened] = useState(current);
  useEffect(() => {
    const compare = (user: SessionUser) => {
      if (!isSameWorkspace(user, opened)) location.assign("/");
    };
    compare(current);
    const look = () => {
      const check = { queryKey: ["session", "check"], queryFn: () => call(authRoutes.currentUser), staleTime: 0 };
      client.fetchQuery(check).then(compare, () => undefined);
    };
    addEventListener("focus", look);
    return () => removeEventListener("focus", look);
  }, [client, current, opened]);
}
