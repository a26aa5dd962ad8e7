import { ChartColumn, Lock } from "lucide-react";
import { management, type Role } from "../../../contract/roles.ts";
import { useCurrentUser } from "../../lib/current-user.ts";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { Empty } from "../../ui/empty.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

const MANAGERS: readonly Role[] = management.roles;

export function ManagementPage() {
  useDocumentTitle("Management");
  const { role } = useCurrentUser();
  return (
    <>
      <PageHeader title="Management" />
      {MANAGERS.includes(role) ? (
        <Empty
          icon={ChartColumn}
          title="Nog geen cijfers"
          text="Zodra er berichten en uitnodigingen zijn, verschijnen de cijfers hier."
        />
      ) : (
        <Empty
          icon={Lock}
          title="Geen toegang"
          text="Dit scherm hoort niet bij jouw rol. Vraag het aan je beheerder."
        />
      )}
    </>
  );
}
