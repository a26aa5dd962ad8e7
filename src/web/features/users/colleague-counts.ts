import type { Colleague } from "#contract/users.ts";

const withRole = (colleagues: readonly Colleague[], role: Colleague["role"]) =>
  colleagues.filter((colleague) => colleague.role === role).length;

export const countColleagues = (colleagues: readonly Colleague[]): { label: string; count: number }[] => [
  { label: "Admins", count: withRole(colleagues, "company_admin") },
  { label: "Actieve Gebruikers", count: colleagues.filter(({ isActive }) => isActive).length },
  { label: "Users", count: withRole(colleagues, "user") },
  { label: "Account Managers", count: withRole(colleagues, "account_manager") },
];
