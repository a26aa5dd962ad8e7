import { Mail, Pencil, Trash2 } from "lucide-react";
import { ROLES } from "#contract/roles.ts";
import type { AdminUser } from "#contract/users.ts";
import { useCurrentUser } from "#lib/current-user.ts";
import { formatDate, formatDateTime } from "#lib/dates.ts";
import { displayName } from "#lib/person.ts";
import type { TableView } from "#lib/table-view.ts";
import { CellText } from "#ui/cell-text.tsx";
import { GuardedButton } from "#ui/guarded-button.tsx";
import { StatusBadge } from "#ui/status-badge.tsx";
import type { VirtualColumn } from "#ui/virtual-table.tsx";
import { RoleBadge } from "./role-badge.tsx";
import { TwoStepBadge, TwoStepReset } from "./two-step-reset.tsx";

export type RowActions = {
  onEdit: (user: AdminUser) => void;
  onInvite: (user: AdminUser) => void;
  onDelete: (user: AdminUser) => void;
};

/** What the list is searched in and sorted by. */
export const USER_RULES = {
  textOf: (user: AdminUser) => [displayName(user), user.username, user.email, user.companyName].join(" "),
  sorts: {
    name: displayName,
    username: ({ username }: AdminUser) => username,
    email: ({ email }: AdminUser) => email,
    company: ({ companyName }: AdminUser) => companyName,
    role: ({ role }: AdminUser) => ROLES.indexOf(role),
    status: ({ isActive }: AdminUser) => !isActive,
    lastSignIn: ({ lastSignInAt }: AdminUser) => lastSignInAt,
  },
  defaultSort: "name",
};

export const userColumns = ({ sortBy }: TableView<AdminUser>, actions: RowActions): VirtualColumn<AdminUser>[] => [
  {
    id: "name",
    label: "Naam",
    width: "minmax(0, 1.1fr)",
    cell: (user) => <CellText text={displayName(user)} />,
    className: "font-medium",
    ...sortBy("name"),
  },
  {
    id: "username",
    label: "Gebruikersnaam",
    width: "minmax(8.25rem, 1fr)",
    cell: ({ username }) => <CellText text={username} />,
    ...sortBy("username"),
  },
  {
    id: "email",
    label: "E-mail",
    width: "minmax(0, 1.4fr)",
    cell: ({ email }) => <CellText text={email} />,
    ...sortBy("email"),
  },
  {
    id: "company",
    label: "Bedrijf",
    width: "minmax(0, 1.1fr)",
    cell: ({ companyName }) => <CellText text={companyName} />,
    ...sortBy("company"),
  },
  { id: "role", label: "Rol", width: "8.75rem", cell: ({ role }) => <RoleBadge role={role} />, ...sortBy("role") },
  {
    id: "status",
    label: "Status",
    width: "7.5rem",
    cell: ({ isActive, twoStepEnabled }) => (
      <span className="flex gap-1">
        <StatusBadge active={isActive} />
        {twoStepEnabled && <TwoStepBadge />}
      </span>
    ),
    ...sortBy("status"),
  },
  {
    id: "lastSignIn",
    label: "Laatst ingelogd",
    width: "8.5rem",
    cell: ({ lastSignInAt }) => <LastSignIn at={lastSignInAt} />,
    ...sortBy("lastSignIn"),
  },
  { id: "actions", label: "Acties", width: "8.5rem", cell: (user) => <ActionsCell user={user} {...actions} /> },
];

const LastSignIn = ({ at }: { at: string | null }) => {
  if (at === null) return "Nog nooit";
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatDate(at)}
    </time>
  );
};

function ActionsCell({ user, onEdit, onInvite, onDelete }: RowActions & { user: AdminUser }) {
  const ownAccount = useCurrentUser().id === user.id;
  const name = displayName(user);
  return (
    <span className="-my-1 -ml-1.5 flex">
      <GuardedButton
        variant="ghost"
        size="icon"
        aria-label={`${name} bewerken`}
        hint="Bewerken"
        onClick={() => onEdit(user)}
      >
        <Pencil />
      </GuardedButton>
      <GuardedButton
        variant="ghost"
        size="icon"
        aria-label={`Stuur uitnodiging naar ${name}`}
        hint="Stuur uitnodiging"
        refusal={refuseInvitation(user)}
        onClick={() => onInvite(user)}
      >
        <Mail />
      </GuardedButton>
      {user.twoStepEnabled && <TwoStepReset user={user} />}
      <GuardedButton
        variant="ghost"
        size="icon"
        aria-label={`${name} verwijderen`}
        hint="Verwijderen"
        refusal={ownAccount ? "Je kunt je eigen account niet verwijderen." : undefined}
        onClick={() => onDelete(user)}
      >
        <Trash2 />
      </GuardedButton>
    </span>
  );
}

const refuseInvitation = ({ email, isActive }: AdminUser): string | undefined => {
  if (!email) return "Voor een uitnodiging is een e-mailadres nodig.";
  return isActive ? undefined : "Deze gebruiker is niet actief.";
};
