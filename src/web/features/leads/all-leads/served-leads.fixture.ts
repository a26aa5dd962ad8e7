import { leadListsRoutes } from "#contract/lead-lists.ts";
import { type LeadView, leadViewsRoutes } from "#contract/lead-views.ts";
import { type BulkResult, type Lead, leadsRoutes } from "#contract/leads.ts";
import type { FakeServer } from "#web/testing/fake-server.ts";
import { buildLeads } from "../lead.fixture.ts";

const UNDO = { token: "1", until: "2026-11-16T09:00:10.000Z" };

/** Serves All Leads with its views and deleted leads, and applies what is done with several leads, as the real server does. */
export const serveAllLeads = (server: FakeServer, ...names: string[]) => {
  let leads = buildLeads(...names);
  let deleted = buildLeads("Wim", "Xandra").map((lead, index) => ({
    ...lead,
    id: `00000000-0000-4000-8000-00000000009${index}`,
    deletedAt: "2026-11-16T09:00:00.000Z",
    restoreUntil: "2026-12-16T09:00:00.000Z",
    deletedBy: "Bea",
  }));
  const views: LeadView[] = [];
  const changed = (ids: readonly string[], change: (lead: Lead) => Lead | null): BulkResult => {
    leads = leads.flatMap((lead) => (ids.includes(lead.id) ? (change(lead) ?? []) : lead));
    return { changed: ids.length, unchanged: 0, stoppedMessages: 0, undo: UNDO };
  };
  server.handle(leadListsRoutes.all, () => ({ items: leads, nextCursor: null }));
  server.handle(leadListsRoutes.total, () => ({ total: leads.length, isExact: true }));
  server.handle(leadListsRoutes.filterOptions, () => ({
    owners: ["Frank", "Lotte"],
    industries: ["Energie", "Zorg"],
    tags: ["Beurs"],
  }));
  server.handle(leadsRoutes.settings, () => ({
    formUrl: null,
    formFrame: null,
    hubspotPortalUrl: null,
    readOnlyFields: [],
  }));
  server.handle(leadsRoutes.classifyMany, ({ body }) =>
    changed(body.ids, (lead) =>
      body.classification === "DELETED"
        ? null
        : { ...lead, leadClassification: body.classification as Lead["leadClassification"] },
    ),
  );
  server.handle(leadsRoutes.changeOwnerOfMany, ({ body }) =>
    changed(body.ids, (lead) => ({ ...lead, contractOwner: body.contractOwner })),
  );
  server.handle(leadsRoutes.tagMany, ({ body }) => ({ changed: body.ids.length, unchanged: 0, full: 0 }));
  server.handle(leadListsRoutes.deleted, () => ({ items: deleted, nextCursor: null }));
  server.handle(leadsRoutes.restore, ({ params }) => {
    const [restored = deleted[0]] = deleted.filter(({ id }) => id === params["id"]);
    deleted = deleted.filter((lead) => lead !== restored);
    return { ...(restored as Lead), messagesToReview: 0, stoppedMessages: 0 };
  });
  server.handle(leadViewsRoutes.list, () => views);
  server.handle(leadViewsRoutes.create, ({ body }) => {
    const view = { ...body, id: "00000000-0000-4000-8000-0000000000aa", mayChange: true, sharedBy: null } as LeadView;
    views.push(view);
    return view;
  });
};
