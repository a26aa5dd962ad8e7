import type { SessionUser } from "#contract/auth.ts";
import type { Side } from "#platform/sessions.ts";
import type { Account } from "./auth.queries.ts";

/**
 * May somebody with the right password come in? "no" looks like a wrong password. A platform admin whose own company
 * is switched off keeps the admin panel: it is where companies are switched on again.
 */
export const mayEnter = (account: Account, side: Side): "yes" | "no" | "inactive" => {
  if (account.companyIsDeleted) return "no";
  if (side === "admin") {
    if (account.role !== "super_admin") return "no";
    return account.isActive ? "yes" : "inactive";
  }
  return account.isActive && account.companyIsActive !== false ? "yes" : "inactive";
};

export const toSessionUser = ({
  id,
  username,
  email,
  firstName,
  lastName,
  role,
  companyId,
  profileImageUrl,
}: SessionUser): SessionUser => ({ id, username, email, firstName, lastName, role, companyId, profileImageUrl });
