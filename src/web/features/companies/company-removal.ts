import { type AdminCompany, RESTORE_DAYS } from "#contract/companies.ts";

import { useConfirm } from "#ui/confirm.tsx";
import { useDeleteCompany } from "./companies.api.ts";

/** Asks first. */
export function useCompanyRemoval() {
  const confirm = useConfirm();
  const { mutate } = useDeleteCompany();
  return async ({ id, name }: AdminCompany) => {
    const agreed = await confirm({
      title: `Are you sure you want to delete ${name}?`,
      text: `Iedereen van dit bedrijf wordt meteen uitgelogd. Het bedrijf is nog ${RESTORE_DAYS} dagen te herstellen.`,
      confirmLabel: "Verwijderen",
      tone: "destructive",
    });
    if (agreed) mutate(id);
  };
}
