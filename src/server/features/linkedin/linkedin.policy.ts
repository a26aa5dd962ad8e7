import type { Role } from "#contract/roles.ts";
import { companyAdministration } from "#contract/roles.ts";
import type { Sender } from "#contract/senders.ts";
import { AppError } from "#platform/app-error.ts";
import type { GatewayProblem } from "./gateway/gateway.ts";

const ADMIN_ROLES: readonly Role[] = companyAdministration.roles;

export const notSetUp = (): AppError =>
  new AppError(
    "conflict",
    "LinkedIn is nog niet ingesteld voor dit bedrijf. Een beheerder kan dat bij Bedrijf Beheer doen.",
  );

export const accountTaken = (): AppError =>
  new AppError("conflict", "Dit LinkedIn-account hoort al bij een ander bedrijf.");

/** An account is somebody's own name on LinkedIn: colleagues connect their own, admins that of every sender. */
export const requireOwnSender = (actor: { id: string; role: Role }, { userId }: Sender): void => {
  if (userId === actor.id || ADMIN_ROLES.includes(actor.role)) return;
  throw new AppError("forbidden", "Je kunt alleen het LinkedIn-account van je eigen afzender verbinden.");
};

/** Why the accounts of a company are on hold. */
export const KEY_REFUSED = "Unipile weigert de sleutel van het bedrijf.";

export const gatewayText = (problem: GatewayProblem): string => {
  if (problem === "key") return "Unipile weigert de sleutel. Een beheerder kan die bij Bedrijf Beheer aanpassen.";
  if (problem === "not_found") return "Unipile kent dit adres niet. Controleer het adres, met het poortnummer.";
  return "Unipile antwoordt op dit moment niet. Probeer het later opnieuw.";
};

export const gatewayFailed = (problem: GatewayProblem): AppError =>
  new AppError("upstream_failed", gatewayText(problem));
