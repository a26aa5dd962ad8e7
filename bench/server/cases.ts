import type pg from "pg";
import { writeCursor } from "#platform/paging.ts";
import type { Tenant } from "../dataset/fill.ts";
import type { Call } from "./connection.ts";
import type { Target } from "./report.ts";

export interface Case {
  name: string;
  target: Target;
  /** The company whose data is requested. */
  tenant: Tenant;
  /** Each returns the next batch of calls. */
  product: () => readonly Call[];
  bare: () => readonly Call[];
}

const get = (path: string): Call => ({ method: "GET", path });
const always = (...calls: Call[]) => {
  return () => calls;
};

const PAGE_SIZE = 100;
const LEADS_BEFORE_PAGE_500 = 499 * PAGE_SIZE;

const SELECT_CURSOR_KEY = `
  select to_char(date_added at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, id from leads
  where company_id = $1 and deleted_at is null order by date_added desc, id desc offset $2 limit 1`;

/** The page that starts after the first `depth` leads. */
const pageAfter = async (client: pg.Client, { companyId }: Tenant, depth: number) => {
  const { rows } = await client.query<{ at: string; id: string }>(SELECT_CURSOR_KEY, [companyId, depth - 1]);
  const { at = "", id = "" } = rows[0] ?? {};
  return {
    product: always(get(`/api/all-leads?cursor=${writeCursor(["-dateAdded", at, id])}`)),
    bare: always(get(`/leads-after?${companyId}&${encodeURIComponent(at)}&${id}`)),
  };
};

export const FIRST_PAGE = "first page of all leads";
export const PAGE_500 = "page 500";
export const DEEP_PAGE = "page at 80 % depth";

const pageCases = async (client: pg.Client, tenant: Tenant): Promise<Case[]> => {
  const first = { product: always(get("/api/all-leads")), bare: always(get(`/leads?${tenant.companyId}`)) };
  const target = { ratioAtLeast: 1.2 };
  return [
    { name: FIRST_PAGE, target, tenant, ...first },
    {
      name: PAGE_500,
      target: {},
      tenant,
      ...(await pageAfter(client, tenant, Math.min(LEADS_BEFORE_PAGE_500, Math.floor(tenant.leads / 2)))),
    },
    {
      name: DEEP_PAGE,
      target: {},
      tenant,
      ...(await pageAfter(client, tenant, Math.floor(tenant.leads * 0.8))),
    },
  ];
};

const SEARCH_TERMS = {
  "2 letters, common": "an",
  "2 letters, rare": "xq",
  "2 letters, none": "zx",
  "3 letters, common": "jan",
  "3 letters, rare": "xqu",
  "3 letters, none": "zxq",
  "8 letters, common": "installa",
  "8 letters, rare": "xquinten",
  "8 letters, none": "zxqwvbnm",
};

const searchCases = (tenant: Tenant): Case[] =>
  Object.entries(SEARCH_TERMS).map(([name, term]) => ({
    name: `search, ${name}`,
    target: { ratioAtLeast: 0.9, p95TimesAtMost: 2, p95MsAtMost: 25 },
    tenant,
    product: always(get(`/api/leads/search?q=${term}`)),
    bare: always(get(`/search?${tenant.companyId}&${term}`)),
  }));

const MANAGEMENT_CALLS = {
  "/api/linkedin-invitations/stats": "/invitations",
  "/api/linkedin-invitations/last-month": "/invited-per-day",
  "/api/linkedin-invitations/accepted-per-day": "/accepted-per-day",
  "/api/linkedin-invitations/today-by-hour": "/invited-per-hour",
  "/api/message-stats": "/message-counts",
  "/api/messages-sent-chart": "/sent-per-day",
  "/api/workflows/queue-count": "/queue-count",
  "/api/workflows/ready-to-send": "/ready-count",
  "/api/workflows/frank-invitations-today": "/person-today",
  "/api/workflows/frank-invitations-queue": "/person-queue",
  "/api/workflows/frank-invitations-hold": "/person-hold",
  "/api/workflows/frank-invitations-accepted": "/person-accepted",
  "/api/workflows/stats": "/runs",
  "/api/workflows": "/runs",
  "/api/statistics/results?days=28": "/results",
};

const managementCase = (tenant: Tenant): Case => ({
  name: `management screen, ${Object.keys(MANAGEMENT_CALLS).length} calls`,
  target: { ratioAtLeast: 1 },
  tenant,
  product: always(...Object.keys(MANAGEMENT_CALLS).map(get)),
  bare: always(...Object.values(MANAGEMENT_CALLS).map((path) => get(`${path}?${tenant.companyId}`))),
});

const listCases = (tenant: Tenant): Case[] => [
  {
    name: "messages to review",
    target: { ratioAtLeast: 1 },
    tenant,
    product: always(get("/api/messages?type=icebreaker&limit=50")),
    bare: always(get(`/messages?${tenant.companyId}`)),
  },
  {
    name: "queue",
    target: { ratioAtLeast: 1 },
    tenant,
    product: always(get("/api/messages-queued?limit=100")),
    bare: always(get(`/queue?${tenant.companyId}`)),
  },
];

const CLASSIFICATIONS = ["CONNECTED", "INTERESTED", "COLD"];
const LEADS_PER_CASE = 3000;

/** Classifies the leads in turn, with a new classification in each pass, so that every call changes a row. */
const classifyInTurn = (ids: readonly string[], call: (id: string, classification: string) => Call) => {
  let nth = 0;
  return () => {
    const [id = "", classification = ""] = [
      ids[nth % ids.length],
      CLASSIFICATIONS[Math.floor(nth / ids.length) % CLASSIFICATIONS.length],
    ];
    nth += 1;
    return [call(id, classification)];
  };
};

const classifyCases = async (client: pg.Client, tenant: Tenant): Promise<Case[]> => {
  const { rows } = await client.query<{ id: string }>(
    "select id from leads where company_id = $1 and classification = 'CLIENT' order by md5(id::text) limit $2",
    [tenant.companyId, LEADS_PER_CASE * 4],
  );
  const ids = rows.map(({ id }) => id);
  const share = (nth: number) => ids.filter((_, index) => index % 4 === nth);
  const productCalls = (nth: number) =>
    classifyInTurn(share(nth), (id, classification) => ({
      method: "PATCH",
      path: `/api/leads/${id}/classification`,
      body: JSON.stringify({ classification }),
    }));
  const bareCalls = (nth: number, path: string) =>
    classifyInTurn(share(nth), (id, classification) => get(`${path}?${tenant.companyId}&${id}&${classification}`));
  return [
    {
      name: "classify a lead",
      target: { ratioAtLeast: 0.75 },
      tenant,
      product: productCalls(0),
      bare: bareCalls(1, "/classify"),
    },
    {
      name: "classify, compared with the update only",
      target: {},
      tenant,
      product: productCalls(2),
      bare: bareCalls(3, "/update"),
    },
  ];
};

/** All cases: lists in the largest company, searches in the second, which has a tenth of all leads. */
export const makeCases = async (client: pg.Client, [largest, second]: readonly Tenant[]): Promise<Case[]> => {
  if (!largest || !second) throw new Error("the dataset needs at least two companies");
  return [
    ...(await pageCases(client, largest)),
    ...searchCases(second),
    ...listCases(largest),
    ...(await classifyCases(client, largest)),
    managementCase(largest),
  ];
};
