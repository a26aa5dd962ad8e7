import type pg from "pg";
import { writeCursor } from "#platform/paging.ts";
import type { Tenant } from "./dataset/fill.ts";
import type { Call } from "./drive/connection.ts";
import type { Target } from "./report/report.ts";

export interface Case {
  name: string;
  target: Target;
  /** The one who asks. */
  tenant: Tenant;
  ours: () => readonly Call[];
  bare: () => readonly Call[];
}

const get = (path: string): Call => ({ method: "GET", path });
const always = (...calls: Call[]) => {
  return () => calls;
};

const PAGE = 100;
const BEFORE_PAGE_500 = 499 * PAGE;

const KEY_AT = `
  select to_char(date_added at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, id from leads
  where company_id = $1 and deleted_at is null order by date_added desc, id desc offset $2 limit 1`;

/** The page that begins behind this many leads. */
const pageBehind = async (client: pg.Client, { companyId }: Tenant, depth: number) => {
  const { rows } = await client.query<{ at: string; id: string }>(KEY_AT, [companyId, depth - 1]);
  const { at = "", id = "" } = rows[0] ?? {};
  return {
    ours: always(get(`/api/all-leads?cursor=${writeCursor(["-dateAdded", at, id])}`)),
    bare: always(get(`/leads-after?${companyId}&${encodeURIComponent(at)}&${id}`)),
  };
};

export const FIRST_PAGE = "first page of all leads";
export const PAGE_500 = "page 500";
export const DEEP_PAGE = "page at 80 % depth";

const pageCases = async (client: pg.Client, tenant: Tenant): Promise<Case[]> => {
  const first = { ours: always(get("/api/all-leads")), bare: always(get(`/leads?${tenant.companyId}`)) };
  const target = { ratioAtLeast: 1.2 };
  return [
    { name: FIRST_PAGE, target, tenant, ...first },
    {
      name: PAGE_500,
      target: {},
      tenant,
      ...(await pageBehind(client, tenant, Math.min(BEFORE_PAGE_500, Math.floor(tenant.leads / 2)))),
    },
    {
      name: "page at 80 % depth",
      target: {},
      tenant,
      ...(await pageBehind(client, tenant, Math.floor(tenant.leads * 0.8))),
    },
  ];
};

const TERMS = {
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
  Object.entries(TERMS).map(([name, term]) => ({
    name: `search, ${name}`,
    target: { ratioAtLeast: 0.9, p95TimesAtMost: 2, p95MsAtMost: 25 },
    tenant,
    ours: always(get(`/api/leads/search?q=${term}`)),
    bare: always(get(`/search?${tenant.companyId}&${term}`)),
  }));

const SCREEN = {
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

const screenCase = (tenant: Tenant): Case => ({
  name: `management screen, ${Object.keys(SCREEN).length} calls`,
  target: { ratioAtLeast: 1 },
  tenant,
  ours: always(...Object.keys(SCREEN).map(get)),
  bare: always(...Object.values(SCREEN).map((path) => get(`${path}?${tenant.companyId}`))),
});

const listCases = (tenant: Tenant): Case[] => [
  {
    name: "messages to review",
    target: { ratioAtLeast: 1 },
    tenant,
    ours: always(get("/api/messages?type=icebreaker&limit=50")),
    bare: always(get(`/messages?${tenant.companyId}`)),
  },
  {
    name: "queue",
    target: { ratioAtLeast: 1 },
    tenant,
    ours: always(get("/api/messages-queued?limit=100")),
    bare: always(get(`/queue?${tenant.companyId}`)),
  },
];

const CLASSES = ["CONNECTED", "INTERESTED", "COLD"];
const CLASSIFIED = 3000;

/** Every lead in turn, each time another class: nothing is asked that is so already. */
const turns = (ids: readonly string[], call: (id: string, chosen: string) => Call) => {
  let nth = 0;
  return () => {
    const [id = "", chosen = ""] = [ids[nth % ids.length], CLASSES[Math.floor(nth / ids.length) % CLASSES.length]];
    nth += 1;
    return [call(id, chosen)];
  };
};

const classifyCases = async (client: pg.Client, tenant: Tenant): Promise<Case[]> => {
  const { rows } = await client.query<{ id: string }>(
    "select id from leads where company_id = $1 and classification = 'CLIENT' order by md5(id::text) limit $2",
    [tenant.companyId, CLASSIFIED * 4],
  );
  const ids = rows.map(({ id }) => id);
  const share = (nth: number) => ids.filter((_, index) => index % 4 === nth);
  const ours = (nth: number) =>
    turns(share(nth), (id, classification) => ({
      method: "PATCH",
      path: `/api/leads/${id}/classification`,
      body: JSON.stringify({ classification }),
    }));
  const bare = (nth: number, path: string) =>
    turns(share(nth), (id, chosen) => get(`${path}?${tenant.companyId}&${id}&${chosen}`));
  return [
    { name: "classify a lead", target: { ratioAtLeast: 0.75 }, tenant, ours: ours(0), bare: bare(1, "/classify") },
    { name: "classify, beside the update alone", target: {}, tenant, ours: ours(2), bare: bare(3, "/update") },
  ];
};

/** Everything that is measured. Lists in the largest company, searches in the one with a tenth of all leads. */
export const makeCases = async (client: pg.Client, [largest, second]: readonly Tenant[]): Promise<Case[]> => {
  if (!largest || !second) throw new Error("there are two companies at least");
  return [
    ...(await pageCases(client, largest)),
    ...searchCases(second),
    ...listCases(largest),
    ...(await classifyCases(client, largest)),
    screenCase(largest),
  ];
};
