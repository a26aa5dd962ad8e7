import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { cn } from "#ui/cn.ts";
import { ExternalLink, webUrl } from "#ui/content/external-link.tsx";

type LeadLinkProps = { id: string; className?: string; children: ReactNode };

/** The name of a lead, everywhere: it opens the page of the lead. */
export const LeadLink = ({ id, className, children }: LeadLinkProps) => (
  <Link
    to="/leads/$id"
    params={{ id }}
    data-key="enter"
    className={cn("rounded-xs font-medium underline-offset-4 hover:underline", className)}
  >
    {children}
  </Link>
);

type LeadNameProps = { leadId: string | null; name: string; profileUrl: string | null };

/** A lead in a list of something else: the name opens its page, the mark its profile. */
export const LeadName = ({ leadId, name, profileUrl }: LeadNameProps) => (
  <span className="inline-flex min-w-0 max-w-full items-center gap-1.5">
    {leadId ? (
      <LeadLink id={leadId} className="truncate">
        {name || "Naam onbekend"}
      </LeadLink>
    ) : (
      <span className="truncate">{name}</span>
    )}
    <LinkedInMark url={profileUrl} name={name} />
  </span>
);

/** A small LinkedIn mark beside the name, which opens the profile. Null when there is no URL. */
export const LinkedInMark = ({ url, name }: { url: string | null; name: string }) => {
  const profile = webUrl(url);
  if (!profile) return null;
  return (
    <ExternalLink
      href={profile}
      aria-label={`LinkedIn-profiel van ${name}`}
      title="LinkedIn-profiel"
      className="inline-grid size-5 shrink-0 place-items-center rounded-xs bg-info-soft align-middle font-bold text-[0.6875rem] text-info leading-none hover:no-underline"
    >
      in
    </ExternalLink>
  );
};
