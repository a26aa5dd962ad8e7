import { twoStepSecretColumn } from "./features/auth/two-step/set-up.ts";
import { companySecretColumns } from "./features/companies/company-secrets.ts";
import type { SealedColumn } from "./platform/reseal.ts";

/** Every place where a value is kept sealed. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [...companySecretColumns, twoStepSecretColumn];
