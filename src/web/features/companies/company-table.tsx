import { Building2, Pencil, Trash2 } from "lucide-react";
import type { SyncHealth } from "#contract/airtable.ts";
import type { AdminCompany } from "#contract/companies.ts";
import { tierLabel } from "#lib/labels/subscription-tier.ts";
import type { TableView } from "#lib/lists/table-view.ts";
import { useCurrentUser } from "#lib/session/session.ts";
import { StatusBadge } from "#ui/content/badge.tsx";
import { RowActions } from "#ui/table/row-actions.tsx";
import { CellText } from "#ui/table/table.tsx";
import type { VirtualColumn } from "#ui/table/virtual-table.tsx";
import { LogoImage } from "./logo-image.tsx";
import { AirtableBadge, hasAirtable } from "./sync-health.tsx";

export type CompanyActions = { onEdit: (company: AdminCompany) => void; onDelete: (company: AdminCompany) => void };

/** What the search box searches in a company, and the value by which each column sorts. */
export const COMPANY_TABLE = {
  textOf: ({ name, city, adminEmail }: AdminCompany) => [name, city, adminEmail].join(" "),
  // false sorts before true: connected and active companies come first.
  sortKeys: {
    name: ({ name }: AdminCompany) => name,
    city: ({ city }: AdminCompany) => city,
    adminEmail: ({ adminEmail }: AdminCompany) => adminEmail,
    tier: ({ subscriptionTier }: AdminCompany) => subscriptionTier,
    airtable: (company: AdminCompany) => !hasAirtable(company),
    users: ({ userCount }: AdminCompany) => userCount,
    status: ({ isActive }: AdminCompany) => !isActive,
  },
  defaultSort: "name",
};

export const companyColumns = (
  { sortBy }: TableView<AdminCompany>,
  actions: CompanyActions,
  healthOf: (companyId: string) => SyncHealth | undefined,
): VirtualColumn<AdminCompany>[] => [
  {
    id: "name",
    label: "Bedrijf",
    width: "minmax(0, 1.4fr)",
    cell: (company) => <NameCell {...company} />,
    inCard: "title",
    ...sortBy("name"),
  },
  {
    id: "city",
    label: "Woonplaats",
    width: "minmax(6.5rem, 0.6fr)",
    cell: ({ city }) => <CellText text={city} />,
    inCard: "detail",
    ...sortBy("city"),
  },
  {
    id: "adminEmail",
    label: "Administratie Email",
    width: "minmax(0, 1.6fr)",
    cell: ({ adminEmail }) => <CellText text={adminEmail} />,
    inCard: "hidden",
    ...sortBy("adminEmail"),
  },
  {
    id: "tier",
    label: "Abonnement",
    width: "7.5rem",
    cell: ({ subscriptionTier }) => tierLabel(subscriptionTier),
    inCard: "value",
    ...sortBy("tier"),
  },
  {
    id: "airtable",
    label: "Airtable",
    width: "8.5rem",
    cell: (company) => <AirtableBadge company={company} health={healthOf(company.id)} />,
    inCard: "value",
    ...sortBy("airtable"),
  },
  {
    id: "users",
    label: "Gebruikers",
    width: "7rem",
    cell: ({ userCount }) => userCount,
    inCard: "hidden",
    ...sortBy("users"),
  },
  {
    id: "status",
    label: "Status",
    width: "6rem",
    cell: ({ isActive }) => <StatusBadge active={isActive} />,
    inCard: "badge",
    ...sortBy("status"),
  },
  {
    id: "actions",
    label: "Acties",
    width: "6rem",
    cell: (company) => <ActionsCell company={company} {...actions} />,
    inCard: "badge",
  },
];

const NameCell = ({ name, logoUrl }: AdminCompany) => (
  <span className="flex min-w-0 items-center gap-2.5">
    <span
      aria-hidden
      className="relative grid size-7 shrink-0 place-items-center rounded-sm border bg-muted text-muted-foreground"
    >
      <Building2 className="size-4" />
      <LogoImage src={logoUrl} alt="" className="absolute -inset-px size-7 max-w-none p-0.5" />
    </span>
    <span className="wrap-break-word line-clamp-2 whitespace-normal font-medium leading-5" title={name}>
      {name}
    </span>
  </span>
);

function ActionsCell({ company, onEdit, onDelete }: CompanyActions & { company: AdminCompany }) {
  const { companyId } = useCurrentUser();
  const edit = {
    label: "Bewerken",
    fullLabel: `${company.name} bewerken`,
    icon: Pencil,
    onSelect: () => onEdit(company),
  };
  const remove = {
    label: "Verwijderen",
    fullLabel: `${company.name} verwijderen`,
    icon: Trash2,
    disabledReason: company.id === companyId ? OWN_COMPANY : undefined,
    isDestructive: true,
    onSelect: () => onDelete(company),
  };
  return <RowActions name={company.name} actions={[edit, remove]} />;
}

const OWN_COMPANY = "Je hoort zelf bij dit bedrijf. Een andere platformbeheerder kan het verwijderen.";
