import { Suspense } from "react";
import type { Lead } from "#contract/leads.ts";
import { lazyComponent } from "#ui/lazy-component.tsx";
import type { LeadActions } from "../detail/lead-buttons.tsx";
import { LeadTexts } from "../detail/lead-details.tsx";
import { LeadPrivacy } from "../detail/lead-privacy.tsx";
import { LeadDuplicates } from "./lead-duplicates.tsx";
import { LeadFactsEditor } from "./lead-facts-editor.tsx";
import { LeadTags } from "./lead-tags.tsx";

const LeadDrafts = lazyComponent(() => import("../detail/lead-drafts.tsx"), "LeadDrafts");

/** The column beside the tabs: duplicates, why the lead matters, details and tags. */
export const LeadSide = ({ lead, actions }: { lead: Lead; actions: LeadActions }) => (
  <>
    <LeadDuplicates lead={lead} />
    <LeadTexts lead={lead} />
    <section aria-label="Gegevens">
      <h2 className="mb-1 font-medium text-[0.8125rem]">Gegevens</h2>
      <LeadFactsEditor lead={lead} />
    </section>
    <LeadTags lead={lead} />
    <Suspense>
      <LeadDrafts lead={lead} />
    </Suspense>
    <LeadPrivacy lead={lead} actions={actions} />
  </>
);
