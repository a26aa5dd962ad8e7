import { Link } from "@tanstack/react-router";
import { companyAdministration, type Role } from "#contract/roles.ts";
import { useColleagues } from "../api/colleagues.ts";
import { useSenders } from "../api/senders.ts";
import { displayName } from "../labels/person.ts";
import { useCurrentUser } from "../session/session.ts";

const ADMIN_ROLES: readonly Role[] = companyAdministration.roles;

/** "Mijn" shows nothing until a company admin has linked a sender to the user: says so, and where that is done or whom to ask. */
export function UnlinkedHint() {
  const { id, role, companyId } = useCurrentUser();
  const senders = useSenders();
  if (!senders.data || senders.data.some(({ userId }) => userId === id)) return null;
  return (
    <p role="note" className="text-muted-foreground text-xs">
      Er is nog geen afzender aan jou gekoppeld.{" "}
      {ADMIN_ROLES.includes(role) ? <LinkYourself /> : <AskAdmin companyId={companyId ?? ""} />}
    </p>
  );
}

const LinkYourself = () => (
  <>
    Koppel je naam bij{" "}
    <Link to="/company-admin" className="rounded-xs text-link underline-offset-4 hover:underline">
      Afzenders op Bedrijf Beheer
    </Link>
    .
  </>
);

function AskAdmin({ companyId }: { companyId: string }) {
  const colleagues = useColleagues(companyId);
  if (colleagues.isPending) return null;
  const admins = (colleagues.data ?? []).filter(({ role, isActive }) => role === "company_admin" && isActive);
  const names = new Intl.ListFormat("nl", { type: "disjunction" }).format(admins.map(displayName));
  const whom = names || "een beheerder van je bedrijf";
  return `Vraag ${whom} om je naam aan een afzender te koppelen.`;
}
