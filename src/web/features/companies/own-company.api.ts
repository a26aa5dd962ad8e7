import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { companiesRoutes } from "#contract/companies.ts";
import type { OwnCompanyChange } from "#contract/company-form.ts";
import { call } from "#lib/api.ts";
import { problemText } from "#lib/api-error.ts";
import { companyCardKey } from "#lib/session.ts";
import { showToast } from "#ui/toast.tsx";

/** The key makes it follow what colleagues change. */
const ownCompanyKey = ["company"] as const;

export const useOwnCompany = (id: string) =>
  useQuery({
    queryKey: [...ownCompanyKey, id],
    queryFn: ({ signal }) => call(companiesRoutes.own, { params: { id }, signal }),
  });

/** Reads again what the page and the menu show of the company. */
export function useOwnCompanyRefresh(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: ownCompanyKey });
    void client.invalidateQueries({ queryKey: companyCardKey });
  };
}

export function useUpdateOwnCompany(id: string) {
  const refresh = useOwnCompanyRefresh();
  return useMutation({
    mutationFn: (change: OwnCompanyChange) => call(companiesRoutes.updateOwn, { params: { id }, body: change }),
    onSuccess: () => {
      showToast({ title: "Bedrijf bijgewerkt", description: "De bedrijfsinformatie is succesvol bijgewerkt." });
      refresh();
    },
    onError: (error) =>
      showToast({
        title: "Fout",
        description: problemText(error, "Er ging iets mis bij het bijwerken van het bedrijf."),
        tone: "destructive",
      }),
  });
}
