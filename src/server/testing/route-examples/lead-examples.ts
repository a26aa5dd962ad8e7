import { makeLead } from "../factories.ts";
import type { Caller } from "./caller.ts";
import type { ExamplesOf } from "./route-example.ts";

/** A note without `author_id`: every user of the company may change it. */
const makeNote = async ({ server, company }: Caller): Promise<Record<string, string>> => {
  const id = await makeLead(server, company.id);
  const [note] = await server.query<{ id: string }>(
    `insert into lead_notes (company_id, lead_id, text, author, created_at, updated_at)
      values ($1, $2, 'Notitie', 'Anna', now(), now()) returning id`,
    [company.id, id],
  );
  return { id, noteId: note?.id ?? "" };
};

export const LEAD_EXAMPLES: ExamplesOf<
  "invitations" | "leadDetails" | "leadImports" | "leadLists" | "leads" | "leadViews" | "meetings" | "tasks"
> = {
  invitations: { accepted: {}, exportAccepted: {}, counts: {}, connectedWith: {} },
  leadDetails: {
    notes: { ids: { id: "lead" } },
    addNote: { ids: { id: "lead" }, call: () => ({ body: { text: "Belt liever na vieren." } }) },
    changeNote: { call: async (owner) => ({ params: await makeNote(owner), body: { text: "Anders" } }) },
    removeNote: { call: async (owner) => ({ params: await makeNote(owner) }) },
    tags: { ids: { id: "lead" } },
    setTags: { ids: { id: "lead" }, call: () => ({ body: { tags: ["Beurs"] } }) },
    texts: { ids: { id: "lead" } },
    duplicates: { ids: { id: "lead" } },
    merge: {
      ids: { id: "lead" },
      call: async ({ server, company }) => ({ body: { duplicateId: await makeLead(server, company.id) } }),
    },
  },
  leadImports: {
    recent: {},
    upload: { call: () => ({ query: { fileName: "leads.csv" }, body: "naam\nAnna", contentType: "text/csv" }) },
    one: { ids: { id: "leadImport" } },
    preview: { ids: { id: "leadImport" }, call: () => ({ body: { mapping: { fullName: 0 } } }) },
    start: { ids: { id: "leadImport" }, call: () => ({ body: { mapping: { fullName: 0 } } }) },
    stop: { ids: { id: "startedImport" } },
    skippedRows: { ids: { id: "leadImport" } },
    skippedRowsFile: { ids: { id: "leadImport" } },
    discard: { ids: { id: "leadImport" } },
  },
  leadLists: {
    all: {},
    total: {},
    ids: {},
    filterOptions: {},
    rated: { call: () => ({ query: { startDate: "2026-11-13", endDate: "2026-11-14" } }) },
    hot: {},
    search: { call: () => ({ query: { q: "lead" } }) },
    exportAll: {},
    exportRated: { call: () => ({ query: { startDate: "2026-11-13", endDate: "2026-11-14" } }) },
    exportHot: {},
    exportSearch: { call: () => ({ query: { q: "lead" } }) },
    deleted: {},
  },
  leads: {
    settings: {},
    add: { call: () => ({ body: { fullName: "Anna de Vries" } }) },
    one: { ids: { id: "lead" } },
    report: { ids: { id: "lead" } },
    timeline: { ids: { id: "lead" } },
    classify: { ids: { leadId: "lead" }, call: () => ({ body: { classification: "HOT" } }) },
    edit: { ids: { id: "lead" }, call: () => ({ body: { title: "Directeur" } }) },
    classifyMany: {
      call: async ({ server, company }) => ({
        body: { ids: [await makeLead(server, company.id)], classification: "HOT" },
      }),
    },
    tagMany: {
      call: async ({ server, company }) => ({ body: { ids: [await makeLead(server, company.id)], tag: "Beurs" } }),
    },
    changeOwnerOfMany: {
      call: async ({ server, company }) => ({
        body: { ids: [await makeLead(server, company.id)], contractOwner: "Frank" },
      }),
    },
    exportPerson: { ids: { id: "lead" } },
    otherLeadsOfPerson: { ids: { id: "lead" } },
    erase: { ids: { id: "lead" } },
    restore: { ids: { id: "deletedLead" } },
  },
  leadViews: {
    list: {},
    create: { call: () => ({ body: { name: "Hot", isShared: false, settings: { classification: "HOT" } } }) },
    change: { ids: { id: "leadView" }, call: () => ({ body: { name: "Heet" } }) },
    remove: { ids: { id: "leadView" } },
  },
  meetings: {
    list: {},
    add: { call: () => ({ body: { meetingName: "Kennismaking" } }) },
    stats: {},
    owners: {},
    report: { ids: { id: "meeting" } },
    change: { ids: { id: "meeting" }, call: () => ({ body: { status: "PRIVE" } }) },
  },
  tasks: {
    list: {},
    create: {
      call: async ({ server, company, user }) => ({
        body: {
          text: "Offerte sturen",
          dueOn: "2026-11-20",
          ownerId: user.id,
          leadId: await makeLead(server, company.id),
        },
      }),
    },
    change: { ids: { id: "task" }, call: () => ({ body: { isDone: true } }) },
    remove: { ids: { id: "task" } },
  },
};
