import { Link } from "@tanstack/react-router";
import { useSenders } from "../api/senders.ts";
import { useCurrentUser } from "../session/session.ts";

/** "Mijn" shows nothing until a company admin has linked a sender to the user: says so, and where that is done. */
export function UnlinkedHint() {
  const { id, role } = useCurrentUser();
  const senders = useSenders();
  if (!senders.data || senders.data.some(({ userId }) => userId === id)) return null;
  const mayLink = role === "company_admin" || role === "super_admin";
  return (
    <p role="note" className="text-muted-foreground text-xs">
      Er is nog geen afzender aan jou gekoppeld.{" "}
      {mayLink ? "Koppel je naam bij " : "Een bedrijfsbeheerder koppelt je naam bij "}
      <Link to="/company-admin" className="rounded-xs text-link underline-offset-4 hover:underline">
        Afzenders op Bedrijf Beheer
      </Link>
      .
    </p>
  );
}
