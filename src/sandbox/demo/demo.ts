import { makeToken } from "../airtable/access.ts";
import { Base } from "../airtable/model/base.ts";
import { createBaseFromTemplate } from "../airtable/model/base-template.ts";
import type { Seed } from "../airtable/workspace.ts";
import { createCalendar } from "./calendar.ts";
import { DEMO_BASES, DEMO_COMPANIES, type DemoCompany } from "./company.ts";

import { makeLeads } from "./people/make-leads.ts";
import { createRandom, type Random } from "./random.ts";
import { addInvitations, planInvitations } from "./tables/invitations.ts";
import { addLeads, rateNewestLeads } from "./tables/leads.ts";
import { addMeetings } from "./tables/meetings.ts";
import { planMessages } from "./tables/message-plan.ts";
import { addMessages } from "./tables/messages.ts";
import { addPrompts } from "./tables/prompts.ts";
import { addQueue } from "./tables/queue.ts";

/** Fills the base of a demo company with the activity of the year before `now`. */
function fillBase(base: Base, company: DemoCompany, random: Random, now: number): void {
  const context = { base, company, calendar: createCalendar(now), random };
  const leads = makeLeads(context, planInvitations(context));
  rateNewestLeads(context, leads);
  const plans = planMessages(context, leads);
  addLeads(context, leads, new Set(plans.map(({ lead }) => lead)));
  addInvitations(context, leads);
  addQueue(context, addMessages(context, plans), leads);
  addMeetings(
    context,
    leads,
    plans.filter(({ status }) => status === "sent" || status === "approved").map(({ lead }) => lead),
  );
  addPrompts(context);
}

/** The initial state of the workspace: the bases of the demo companies. */
export const seedDemo: Seed = (now) => ({
  bases: new Map(DEMO_BASES.map(({ baseId, company }) => [baseId, () => makeBase(baseId, company, now)])),
  tokens: DEMO_BASES.map(({ baseId, token }) => makeToken([baseId], { token })),
});

function makeBase(baseId: string, company: string, now: number): Base {
  const random = createRandom(baseId);
  const base = new Base(baseId, company, now);
  createBaseFromTemplate(base, "scored", random.below);
  const content = DEMO_COMPANIES[company];
  if (content) fillBase(base, content, random, now);
  return base;
}
