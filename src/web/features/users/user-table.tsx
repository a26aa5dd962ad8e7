import { LogOut, Mail, Pencil, ShieldCheck, ShieldOff, Trash2 } from "lucide-react";
import { ROLES } from "#contract/roles.ts";
import type { UserInAdminPanel } from "#contract/users.ts";
import { formatDate, formatDateTime } from "#lib/dates/dates.ts";
import { displayName } from "#lib/labels/person.ts";
import type { TableView } from "#lib/lists/table-view.ts";
import { useCurrentUser } from "#lib/session/session.ts";
import { Badge, StatusBadge } from "#ui/content/badge.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { type RowAction, RowActions } from "#ui/table/row-actions.tsx";
import { CellText } from "#ui/table/table.tsx";
import type { VirtualColumn } from "#ui/table/virtual-table.tsx";
import { useConfirmEndSessions } from "./end-sessions-button.tsx";
import { RoleBadge } from "./role-labels.tsx";
import { useEndUserSessions, useResetTwoStep } from "./users.api.ts";

type UserActions = {
  onEdit: (user: UserInAdminPanel) => void;
  onInvite: (user: UserInAdminPanel) => void;
  onDelete: (user: UserInAdminPanel) => void;
};

/** Search text and sort keys of the table. */
export const USER_TABLE = {
  textOf: (user: UserInAdminPanel) => [displayName(user), user.username, user.email, user.companyName].join(" "),
  sortKeys: {
    name: displayName,
    username: ({ username }: UserInAdminPanel) => username,
    email: ({ email }: UserInAdminPanel) => email,
    company: ({ companyName }: UserInAdminPanel) => companyName,
    role: ({ role }: UserInAdminPanel) => ROLES.indexOf(role),
    status: ({ isActive }: UserInAdminPanel) => !isActive,
    lastSignIn: ({ lastSignInAt }: UserInAdminPanel) => lastSignInAt,
  },
  defaultSort: "name",
};

export const userColumns = (
  { sortBy }: TableView<UserInAdminPanel>,
  actions: UserActions,
): VirtualColumn<UserInAdminPanel>[] => [
  {
    id: "name",
    label: "Naam",
    width: "minmax(0, 1fr)",
    cell: (user) => <CellText text={displayName(user)} />,
    className: "font-medium",
    inCard: "title",
    ...sortBy("name"),
  },
  {
    id: "username",
    label: "Gebruikersnaam",
    width: "minmax(7.5rem, 0.9fr)",
    cell: ({ username }) => <CellText text={username} />,
    inCard: "hidden",
    ...sortBy("username"),
  },
  {
    id: "email",
    label: "E-mail",
    width: "minmax(0, 2fr)",
    cell: ({ email }) => <CellText text={email} />,
    className: "text-[0.8125rem]",
    inCard: "detail",
    ...sortBy("email"),
  },
  {
    id: "company",
    label: "Bedrijf",
    width: "minmax(0, 1.1fr)",
    cell: ({ companyName }) => <CellText text={companyName} />,
    inCard: "detail",
    ...sortBy("company"),
  },
  {
    id: "role",
    label: "Rol",
    width: "8.75rem",
    cell: ({ role }) => <RoleBadge role={role} />,
    inCard: "badge",
    ...sortBy("role"),
  },
  {
    id: "status",
    label: "Status",
    width: "6rem",
    cell: ({ isActive, twoStepEnabled }) => (
      <span className="flex flex-wrap gap-1">
        <StatusBadge active={isActive} />
        {twoStepEnabled && <TwoStepBadge />}
      </span>
    ),
    inCard: "badge",
    ...sortBy("status"),
  },
  {
    id: "lastSignIn",
    label: "Laatst ingelogd",
    width: "8.5rem",
    cell: ({ lastSignInAt }) => <LastSignIn at={lastSignInAt} />,
    inCard: "hidden",
    ...sortBy("lastSignIn"),
  },
  {
    id: "actions",
    label: "Acties",
    width: "10.5rem",
    cell: (user) => <ActionsCell user={user} {...actions} />,
    inCard: "badge",
  },
];

const LastSignIn = ({ at }: { at: string | null }) => {
  if (at === null) return "Nog nooit";
  return (
    <time dateTime={at} title={formatDateTime(at)} className="proportional-nums!">
      {formatDate(at)}
    </time>
  );
};

function ActionsCell({ user, onEdit, onInvite, onDelete }: UserActions & { user: UserInAdminPanel }) {
  const isOwnAccount = useCurrentUser().id === user.id;
  const name = displayName(user);
  const endSessions = useEndUserSessions();
  const confirmEnd = useConfirmEndSessions(name, isOwnAccount);
  const confirmAndEnd = async () => {
    if (await confirmEnd()) endSessions.mutate(user.id);
  };
  const resetTwoStep = useConfirmedReset(user);
  const actions: (RowAction | false)[] = [
    { label: "Bewerken", fullLabel: `${name} bewerken`, icon: Pencil, onSelect: () => onEdit(user) },
    {
      label: "Stuur uitnodiging",
      fullLabel: `Stuur uitnodiging naar ${name}`,
      icon: Mail,
      disabledReason: inviteDisabledReason(user),
      onSelect: () => onInvite(user),
    },
    {
      label: "Overal uitloggen",
      fullLabel: `${name} overal uitloggen`,
      icon: LogOut,
      busy: endSessions.isPending,
      onSelect: () => void confirmAndEnd(),
    },
    user.twoStepEnabled && {
      label: "Reset two-step",
      fullLabel: `Reset two-step van ${name}`,
      icon: ShieldOff,
      disabledReason: isOwnAccount ? "Je eigen inloggen in twee stappen zet je uit bij Beveiliging." : undefined,
      busy: resetTwoStep.isPending,
      onSelect: () => void resetTwoStep.confirmAndReset(),
    },
    {
      label: "Verwijderen",
      fullLabel: `${name} verwijderen`,
      icon: Trash2,
      disabledReason: isOwnAccount ? "Je kunt je eigen account niet verwijderen." : undefined,
      isDestructive: true,
      onSelect: () => onDelete(user),
    },
  ];
  return <RowActions name={name} actions={actions.filter((action) => action !== false)} />;
}

const inviteDisabledReason = ({ email, isActive }: UserInAdminPanel): string | undefined => {
  if (!email) return "Voor een uitnodiging is een e-mailadres nodig.";
  return isActive ? undefined : "Deze gebruiker is niet actief.";
};

const TwoStepBadge = () => (
  <Badge tone="info" title="Inloggen in twee stappen staat aan">
    <ShieldCheck aria-hidden />
    <span lang="en" className="sr-only">
      Two-step
    </span>
  </Badge>
);

/** For a user who lost both the device and the recovery codes. */
function useConfirmedReset(user: UserInAdminPanel) {
  const confirm = useConfirm();
  const reset = useResetTwoStep();
  const name = displayName(user);
  const confirmAndReset = async () => {
    const confirmed = await confirm({
      title: "Reset two-step?",
      text: `${name} logt daarna in met alleen het wachtwoord en wordt overal uitgelogd. Doe dit alleen als je zeker weet dat ${name} het zelf vraagt.`,
      confirmLabel: "Reset two-step",
      tone: "destructive",
    });
    if (confirmed) reset.mutate(user.id);
  };
  return { confirmAndReset, isPending: reset.isPending };
}
