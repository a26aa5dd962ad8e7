import { useQuery } from "@tanstack/react-query";
import { sendersRoutes } from "#contract/senders.ts";
import { call } from "./api.ts";

/** The senders of the company. Query keys start with the event topic that invalidates them. */
export const useSenders = () =>
  useQuery({ queryKey: ["senders", "list"], queryFn: ({ signal }) => call(sendersRoutes.list, { signal }) });
