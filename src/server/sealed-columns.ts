import type { SealedColumn } from "#platform/reseal.ts";
import { twoStepSecretColumn } from "#server/features/auth/two-step/set-up.ts";
import { companySecretColumns } from "#server/features/companies/company-secrets.ts";

/** Every place where a value is kept sealed. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [...companySecretColumns, twoStepSecretColumn];
