import type { Base } from "../airtable/model/base.ts";
import { createCalendar } from "./calendar.ts";
import type { DemoCompany } from "./company.ts";
import { makeLeads } from "./people/make-leads.ts";
import type { Random } from "./random.ts";
import { planInvitations } from "./tables/invitation-plan.ts";
import { addInvitations } from "./tables/invitations.ts";
import { addLeads, rateLately } from "./tables/leads.ts";
import { addMeetings } from "./tables/meetings.ts";
import { planMessages } from "./tables/message-plan.ts";
import { addMessages } from "./tables/messages.ts";
import { addPrompts } from "./tables/prompts.ts";
import { addQueue } from "./tables/queue.ts";

/** Fills the base of a demo company with a year of work, seen from `now`. */
export function fillBase(base: Base, company: DemoCompany, random: Random, now: number): void {
  const world = { base, company, calendar: createCalendar(now), random };
  const leads = makeLeads(world, planInvitations(world));
  rateLately(world, leads);
  const plans = planMessages(world, leads);
  addLeads(world, leads, new Set(plans.map(({ lead }) => lead)));
  addInvitations(world, leads);
  addQueue(world, addMessages(world, plans), leads);
  addMeetings(
    world,
    leads,
    plans.filter(({ status }) => status === "sent" || status === "approved").map(({ lead }) => lead),
  );
  addPrompts(world);
}
