import { createContext, useContext } from "react";
import type { SessionUser } from "#contract/auth.ts";

export const CurrentUserContext = createContext<SessionUser | null>(null);

/** The person whose workspace or panel this is. Every screen behind a sign-in has one. */
export function useCurrentUser(): SessionUser {
  const user = useContext(CurrentUserContext);
  if (!user) throw new Error("useCurrentUser is for screens behind a sign-in");
  return user;
}
