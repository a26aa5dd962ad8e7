import { FORM_HOST } from "#platform/http/security-headers.ts";

const SHARED_FORM = /^\/(app\w+\/(?:pag|shr)\w+(?:\/form)?)\/?$/;

/** As people copy it from Airtable, a form refuses to be shown in another page; under `/embed` it does not. */
const toEmbedUrl = (form: URL): string => {
  const [, shared] = SHARED_FORM.exec(form.pathname) ?? [];
  return shared ? `${FORM_HOST}/embed/${shared}${form.search}` : form.href;
};

/** Where a company's form can be framed from, of the places our pages may frame. */
export const embeddableFormUrl = (formUrl: string | null, sandboxUrl: string | undefined): string | null => {
  const form = formUrl === null ? null : URL.parse(formUrl);
  if (!form) return null;
  if (form.origin === FORM_HOST) return toEmbedUrl(form);
  return sandboxUrl && form.origin === new URL(sandboxUrl).origin ? form.href : null;
};
