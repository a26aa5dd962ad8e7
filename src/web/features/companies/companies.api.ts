import { useMutation, useQuery } from "@tanstack/react-query";
import { airtableRoutes } from "#contract/airtable.ts";
import { companiesRoutes } from "#contract/companies.ts";
import type { CompanyChange, NewCompany } from "#contract/company-form.ts";
import type { SentBody } from "#contract/route.ts";
import { useAdminChange } from "#lib/admin-change.ts";
import { adminRead } from "#lib/admin-queries.ts";
import { call } from "#lib/api.ts";

/** The admin panel hears no events, so what is to be live looks now and then. */
const LIVE = { refetchInterval: 10_000 };

export const usePlatformStats = () =>
  useQuery({ ...adminRead("stats"), ...LIVE, queryFn: ({ signal }) => call(companiesRoutes.stats, { signal }) });

export const useOverview = () =>
  useQuery({ ...adminRead("overview"), ...LIVE, queryFn: ({ signal }) => call(companiesRoutes.overview, { signal }) });

/** Per company how its synchronisation is doing. */
export const useSyncHealth = () => {
  const health = useQuery({
    ...adminRead("sync"),
    ...LIVE,
    queryFn: ({ signal }) => call(airtableRoutes.health, { signal }),
  });
  return (companyId: string | undefined) => health.data?.find((one) => one.companyId === companyId);
};

export const useDeletedCompanies = () =>
  useQuery({
    ...adminRead("companies", "deleted"),
    queryFn: ({ signal }) => call(companiesRoutes.listDeleted, { signal }),
  });

export const useCreateCompany = () =>
  useAdminChange((body: NewCompany) => call(companiesRoutes.create, { body }), {
    done: "Company created successfully",
    failed: "Failed to create company",
  });

export const useUpdateCompany = () =>
  useAdminChange(
    ({ id, change }: { id: string; change: CompanyChange }) =>
      call(companiesRoutes.update, { params: { id }, body: change }),
    { done: "Company updated successfully", failed: "Failed to update company" },
  );

export const useDeleteCompany = () =>
  useAdminChange((id: string) => call(companiesRoutes.remove, { params: { id } }), {
    done: "Company deleted successfully",
    failed: "Failed to delete company",
  });

export const useRestoreCompany = () =>
  useAdminChange((id: string) => call(companiesRoutes.restore, { params: { id } }), {
    done: "Company restored successfully",
    failed: "Failed to restore company",
  });

export const useTestConnection = () =>
  useMutation({
    gcTime: 0,
    mutationFn: (body: SentBody<typeof companiesRoutes.testConnection>) =>
      call(companiesRoutes.testConnection, { body }),
  });
