import { useQuery } from "@tanstack/react-query";
import { systemRoutes } from "#contract/system.ts";
import { call } from "./api.ts";

/** The server's version, or the fallback until it has said so. */
export const useVersion = (fallback: string): string =>
  useQuery({ queryKey: ["version"], queryFn: () => call(systemRoutes.version) }).data?.version ?? fallback;
