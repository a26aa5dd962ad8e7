import type pg from "pg";
import { writeCursor } from "#platform/paging.ts";
import type { BenchCompany } from "../dataset/fill.ts";
import type { Call } from "./connection.ts";
import type { Target } from "./report.ts";

export interface Case {
  name: string;
  target: Target;
  /** The company whose data is requested. */
  company: BenchCompany;
  /** Each returns the requests to send next. */
  productRequests: () => readonly Call[];
  bareRequests: () => readonly Call[];
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
const pageAfter = async (client: pg.Client, { companyId }: BenchCompany, depth: number) => {
  const { rows } = await client.query<{ at: string; id: string }>(SELECT_CURSOR_KEY, [companyId, depth - 1]);
  const { at = "", id = "" } = rows[0] ?? {};
  return {
    productRequests: always(get(`/api/all-leads?cursor=${writeCursor(["-dateAdded", at, id])}`)),
    bareRequests: always(get(`/leads-after?${companyId}&${encodeURIComponent(at)}&${id}`)),
  };
};

export const FIRST_PAGE = "first page of all leads";
export const PAGE_500 = "page 500";
export const DEEP_PAGE = "page at 80 % depth";

const pageCases = async (client: pg.Client, company: BenchCompany): Promise<Case[]> => {
  const first = {
    productRequests: always(get("/api/all-leads")),
    bareRequests: always(get(`/leads?${company.companyId}`)),
  };
  const target = { ratioAtLeast: 1.2 };
  return [
    { name: FIRST_PAGE, target, company, ...first },
    {
      name: PAGE_500,
      target: {},
      company,
      ...(await pageAfter(client, company, Math.min(LEADS_BEFORE_PAGE_500, Math.floor(company.leads / 2)))),
    },
    {
      name: DEEP_PAGE,
      target: {},
      company,
      ...(await pageAfter(client, company, Math.floor(company.leads * 0.8))),
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

const searchCases = (company: BenchCompany): Case[] =>
  Object.entries(SEARCH_TERMS).map(([name, term]) => ({
    name: `search, ${name}`,
    target: { ratioAtLeast: 0.9, p95RatioAtMost: 2, p95MsAtMost: 25 },
    company,
    productRequests: always(get(`/api/leads/search?q=${term}`)),
    bareRequests: always(get(`/search?${company.companyId}&${term}`)),
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

const managementCase = (company: BenchCompany): Case => ({
  name: `management screen, ${Object.keys(MANAGEMENT_CALLS).length} calls`,
  target: { ratioAtLeast: 1 },
  company,
  productRequests: always(...Object.keys(MANAGEMENT_CALLS).map(get)),
  bareRequests: always(...Object.values(MANAGEMENT_CALLS).map((path) => get(`${path}?${company.companyId}`))),
});

const listCases = (company: BenchCompany): Case[] => [
  {
    name: "messages to review",
    target: { ratioAtLeast: 4 },
    company,
    productRequests: always(get("/api/messages?type=icebreaker&limit=50")),
    bareRequests: always(get(`/messages?${company.companyId}`)),
  },
  {
    name: "queue",
    target: { ratioAtLeast: 4 },
    company,
    productRequests: always(get("/api/messages-queued?limit=100")),
    bareRequests: always(get(`/queue?${company.companyId}`)),
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

const classifyCases = async (client: pg.Client, company: BenchCompany): Promise<Case[]> => {
  const { rows } = await client.query<{ id: string }>(
    "select id from leads where company_id = $1 and classification = 'CLIENT' order by md5(id::text) limit $2",
    [company.companyId, LEADS_PER_CASE * 4],
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
    classifyInTurn(share(nth), (id, classification) => get(`${path}?${company.companyId}&${id}&${classification}`));
  return [
    {
      name: "classify a lead",
      target: { ratioAtLeast: 0.75 },
      company,
      productRequests: productCalls(0),
      bareRequests: bareCalls(1, "/classify"),
    },
    {
      name: "classify, compared with the update only",
      target: {},
      company,
      productRequests: productCalls(2),
      bareRequests: bareCalls(3, "/update"),
    },
  ];
};

/** All cases: lists in the largest company, searches in the second, which has a tenth of all leads. */
export const makeCases = async (client: pg.Client, [largest, second]: readonly BenchCompany[]): Promise<Case[]> => {
  if (!largest || !second) throw new Error("the dataset needs at least two companies");
  return [
    ...(await pageCases(client, largest)),
    ...searchCases(second),
    ...listCases(largest),
    ...(await classifyCases(client, largest)),
    managementCase(largest),
  ];
};
