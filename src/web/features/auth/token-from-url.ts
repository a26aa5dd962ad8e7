import { useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { emailLinkSchema } from "#contract/forms.ts";

/** The token of a mailed link. It is removed from the address bar at once, where others could read or copy it. */
export function useTokenFromUrl(): string | undefined {
  const search: { token?: unknown } = useSearch({ strict: false });
  const { history } = useRouter();
  const [token] = useState(() => emailLinkSchema.shape.token.safeParse(search.token).data);
  useEffect(() => {
    if (token !== undefined) history.replace(history.location.pathname);
  }, [token, history]);
  return token;
}
