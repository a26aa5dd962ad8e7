import { html } from "#sandbox/html.ts";

export type Company = {
  name: string;
  industry: string;
  place: string;
  employees: string;
  website: string;
  domain: string;
};

export type LeadClass =
  | "COLD"
  | "NOT INTERESTED"
  | "NOT RELEVANT"
  | "CONNECTED"
  | "DO NOT CONNECT"
  | "INTERESTED"
  | "HOT"
  | "CLIENT"
  | "DELETED";

export type Lead = {
  id: string;
  fullName: string;
  title: string;
  company: Company;
  email: string | null;
  accountManager: string | null;
  addedAt: number;
  invitedAt: number | null;
  acceptedAt: number | null;
  rating: number | null;
  ratedAt: number | null;
  class: LeadClass;
  /** The placeholder values of texts about this lead. */
  values: Readonly<Record<string, string>>;
};

/** The same values, escaped for HTML. */
export function htmlValues({ values }: Lead): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, html`${value}`.markup]));
}
