import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type MappingChange,
  type NewRemoteField,
  type NewRemoteTable,
  airtableConnectionRoutes as routes,
  type TableChoice,
} from "#contract/airtable-connection.ts";
import { call } from "#lib/api/api.ts";
import { DISCARD_AFTER_CALL } from "#lib/api/query-client.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import { showError } from "../api/show-error.ts";

/** The company whose base is mapped: the user's own, or one that a platform admin has opened. */
export type MappingTarget = { adminCompanyId?: string | undefined };

const idOf = (id: string) => ({ params: { id } });

const mappingKey = ({ adminCompanyId }: MappingTarget) => ["airtable", "mapping", adminCompanyId ?? "own"];

/** Reads the base at every opening: its tables and fields may have changed since. */
export const useMapping = (target: MappingTarget) =>
  useQuery({
    queryKey: mappingKey(target),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      target.adminCompanyId
        ? call(routes.adminMapping, { ...idOf(target.adminCompanyId), signal })
        : call(routes.mapping, { signal }),
  });

const showFailure = (error: Error) => showError(error, "Airtable kon niet worden bereikt.");

export const usePropose = ({ adminCompanyId }: MappingTarget) =>
  useMutation({
    mutationFn: (body: TableChoice) =>
      adminCompanyId ? call(routes.adminPropose, { ...idOf(adminCompanyId), body }) : call(routes.propose, { body }),
    onError: showFailure,
  });

export const useCreateField = ({ adminCompanyId }: MappingTarget) =>
  useMutation({
    mutationFn: (body: NewRemoteField) =>
      adminCompanyId
        ? call(routes.adminCreateField, { ...idOf(adminCompanyId), body })
        : call(routes.createField, { body }),
    onError: showFailure,
  });

export const useCreateTable = ({ adminCompanyId }: MappingTarget) =>
  useMutation({
    mutationFn: (body: NewRemoteTable) =>
      adminCompanyId
        ? call(routes.adminCreateTable, { ...idOf(adminCompanyId), body })
        : call(routes.createTable, { body }),
    onError: showFailure,
  });

export function useSaveMapping({ adminCompanyId }: MappingTarget) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: MappingChange) =>
      adminCompanyId
        ? call(routes.adminSaveMapping, { ...idOf(adminCompanyId), body })
        : call(routes.saveMapping, { body }),
    onSuccess: ({ problem, message }) => {
      if (problem) return;
      showToast({ title: "Koppeling opgeslagen", description: message });
      void client.invalidateQueries({ queryKey: ["company"] });
      void client.invalidateQueries({ queryKey: ["sync"] });
    },
    onError: showFailure,
  });
}

/** The bases that a token can see. The token is in the body. */
export const useVisibleBases = () =>
  useMutation({
    ...DISCARD_AFTER_CALL,
    mutationFn: ({ isAdmin, companyId, airtableApiKey }: BasesOf) => {
      const entered = airtableApiKey ? { airtableApiKey } : {};
      return isAdmin
        ? call(routes.adminBases, { body: { ...entered, ...(companyId && { companyId }) } })
        : call(routes.bases, { body: entered });
    },
  });
type BasesOf = { isAdmin: boolean; companyId?: string | undefined; airtableApiKey?: string | undefined };
