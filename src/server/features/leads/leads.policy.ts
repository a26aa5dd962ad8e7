import { mayBeContacted } from "#contract/classification.ts";
import { LEAD_RESTORE_DAYS } from "#contract/leads.ts";
import { FORM_HOST } from "#platform/http/security-headers.ts";
import { type Clock, DAY_MS } from "#platform/time.ts";
import type { KnownPerson } from "./leads.queries.ts";

/** Why nobody may write to a lead. */
export type ContactRefusal =
  | { reason: "no_lead" }
  | { reason: "deleted" }
  | { reason: "classification"; classification: string };

/** The one rule for who may be contacted: approving, trying again and sending all ask it. */
export const refuseContact = (
  lead: { deletedAt: Date | null; classification: string | null } | undefined,
): ContactRefusal | undefined => {
  if (!lead) return { reason: "no_lead" };
  if (lead.deletedAt) return { reason: "deleted" };
  if (lead.classification === null || mayBeContacted(lead.classification)) return undefined;
  return { reason: "classification", classification: lead.classification };
};

/** Leads that were deleted after this moment can be restored. */
export const restorableSince = (clock: Clock): Date => new Date(clock.now().getTime() - LEAD_RESTORE_DAYS * DAY_MS);

/** Why a person is not added as a new lead. */
export const explainKnownPerson = ({ kind, fullName }: Pick<KnownPerson, "kind" | "fullName">): string => {
  switch (kind) {
    case "existing":
      return `Deze lead staat al in de lijst: ${fullName}.`;
    case "deleted":
      return `Deze lead is verwijderd: ${fullName}.`;
    case "erased":
      return "Deze persoon is op verzoek gewist en wordt niet opnieuw toegevoegd.";
  }
};

const SHARED_FORM = /^\/(app\w+\/(?:pag|shr)\w+(?:\/form)?)\/?$/;

/** The address that people copy from Airtable refuses to be shown in a frame; the same form under `/embed` does not. */
const toEmbedUrl = (form: URL): string => {
  const [, shared] = SHARED_FORM.exec(form.pathname) ?? [];
  return shared ? `${FORM_HOST}/embed/${shared}${form.search}` : form.href;
};

/** The address under which a company's form can be shown in a frame; null where our pages may not frame its host. */
export const embeddableFormUrl = (formUrl: string | null, sandboxUrl: string | undefined): string | null => {
  const form = formUrl === null ? null : URL.parse(formUrl);
  if (!form) return null;
  if (form.origin === FORM_HOST) return toEmbedUrl(form);
  return sandboxUrl && form.origin === new URL(sandboxUrl).origin ? form.href : null;
};
