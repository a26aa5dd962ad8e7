import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { airtableRoutes } from "#contract/airtable.ts";
import { companiesRoutes, logoRoutes } from "#contract/companies.ts";
import type { CompanyChange, NewCompany, OwnCompanyChange } from "#contract/company-forms.ts";
import type { RawBody } from "#contract/route.ts";
import { type PlatformSettings, settingsRoutes } from "#contract/settings.ts";
import { writerRoutes } from "#contract/writer.ts";
import { adminQuery, useAdminMutation } from "#lib/api/admin-queries.ts";
import { call } from "#lib/api/api.ts";
import { DISCARD_AFTER_CALL } from "#lib/api/query-client.ts";
import { showError } from "#lib/api/show-error.ts";

import { companyCardKey } from "#lib/session/session.ts";
import { showToast } from "#ui/feedback/toast.tsx";

/** The admin panel receives no change events, so live figures are polled. */
const POLLING = { refetchInterval: 10_000 };

export const usePlatformStats = () =>
  useQuery({ ...adminQuery("stats"), ...POLLING, queryFn: ({ signal }) => call(companiesRoutes.stats, { signal }) });

export const usePlatformOverview = () =>
  useQuery({
    ...adminQuery("overview"),
    ...POLLING,
    queryFn: ({ signal }) => call(companiesRoutes.platformOverview, { signal }),
  });

/** Returns a lookup of the sync health by company. */
export const useSyncHealth = () => {
  const health = useQuery({
    ...adminQuery("sync"),
    ...POLLING,
    queryFn: ({ signal }) => call(airtableRoutes.health, { signal }),
  });
  return (companyId: string | undefined) => health.data?.find((company) => company.companyId === companyId);
};

export const useWriterUsage = (id: string) =>
  useQuery({
    ...adminQuery("companies", id, "writer"),
    queryFn: ({ signal }) => call(writerRoutes.usage, { params: { id }, signal }),
  });

export const useDeletedCompanies = () =>
  useQuery({
    ...adminQuery("companies", "deleted"),
    queryFn: ({ signal }) => call(companiesRoutes.listDeleted, { signal }),
  });

export const useCreateCompany = () =>
  useAdminMutation((body: NewCompany) => call(companiesRoutes.create, { body }), {
    done: "Company created successfully",
    failed: "Failed to create company",
  });

export const useUpdateCompany = () =>
  useAdminMutation(
    ({ id, change }: { id: string; change: CompanyChange }) =>
      call(companiesRoutes.update, { params: { id }, body: change }),
    { done: "Company updated successfully", failed: "Failed to update company" },
  );

export const useDeleteCompany = () =>
  useAdminMutation((id: string) => call(companiesRoutes.remove, { params: { id } }), {
    done: "Company deleted successfully",
    failed: "Failed to delete company",
  });

export const useRestoreCompany = () =>
  useAdminMutation((id: string) => call(companiesRoutes.restore, { params: { id } }), {
    done: "Company restored successfully",
    failed: "Failed to restore company",
  });

const settingsQuery = adminQuery("settings");

export const useSettings = () =>
  useQuery({ ...settingsQuery, queryFn: ({ signal }) => call(settingsRoutes.read, { signal }) });

export function useUpdateSettings() {
  const client = useQueryClient();
  const update = async (body: PlatformSettings) => {
    const saved = await call(settingsRoutes.update, { body });
    // Until they are refetched, the switch would show the old ones again.
    client.setQueryData(settingsQuery.queryKey, saved);
    return saved;
  };
  return useAdminMutation(update, { done: "Settings updated successfully", failed: "Failed to update settings" });
}

export const useTestConnection = () =>
  useMutation({
    ...DISCARD_AFTER_CALL,
    mutationFn: (body: RawBody<typeof companiesRoutes.testConnection>) =>
      call(companiesRoutes.testConnection, { body }),
  });

/** Change events of the topic `company` refetch every query whose key starts with it. */
const ownCompanyKey = ["company"] as const;

export const useOwnCompany = (id: string) =>
  useQuery({
    queryKey: [...ownCompanyKey, id],
    queryFn: ({ signal }) => call(companiesRoutes.own, { params: { id }, signal }),
  });

/** Refetches the company on the company page and in the sidebar. */
export function useRefreshOwnCompany(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: ownCompanyKey });
    void client.invalidateQueries({ queryKey: companyCardKey });
  };
}

export function useUpdateOwnCompany(id: string) {
  const refresh = useRefreshOwnCompany();
  return useMutation({
    mutationFn: (change: OwnCompanyChange) => call(companiesRoutes.updateOwn, { params: { id }, body: change }),
    onSuccess: () => {
      showToast({ title: "Bedrijf bijgewerkt", description: "De bedrijfsinformatie is succesvol bijgewerkt." });
      refresh();
    },
    onError: (error) => showError(error, "Er ging iets mis bij het bijwerken van het bedrijf."),
  });
}

/** Lets the form behind the upload dialog show that an uploaded logo is being saved. */
export const saveLogoKey = ["company-logo", "save"] as const;

export const showUploadFailure = (error: unknown): void =>
  showError(error, "Er ging iets mis bij het uploaden van het logo.");

/** A new upload URL for one file. Absolute, because Uppy requires it. */
export const requestUploadUrl = async (signal?: AbortSignal): Promise<string> => {
  const { uploadURL } = await call(logoRoutes.startLogoUpload, signal ? { signal } : {});
  return new URL(uploadURL, location.origin).href;
};

/** The toasts are shown by the mutation itself, so also after the dialog has been closed. */
export const useSaveLogo = (companyId: string, onLogoSaved: (objectPath: string) => void) =>
  useMutation({
    mutationKey: saveLogoKey,
    mutationFn: (logoURL: string) => call(logoRoutes.setLogo, { params: { id: companyId }, body: { logoURL } }),
    onSuccess: ({ objectPath }) => {
      showToast({ title: "Logo geüpload", description: "Het bedrijfslogo is succesvol geüpload." });
      onLogoSaved(objectPath);
    },
    onError: showUploadFailure,
  });
