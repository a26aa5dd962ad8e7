import { ROLES } from "#contract/roles.ts";
import type { MadeCompany } from "#testing/factories.ts";
import { allowedRole, prepareCall, type RouteCase } from "#testing/route-cases.ts";
import type { TestServer } from "#testing/test-server.ts";
import { SeededRandom } from "../../trial.ts";
import { type FuzzAccounts, signInAccounts } from "./accounts.ts";
import { problemsOf } from "./check.ts";
import { createFilledCompany, type VictimCompany } from "./companies.ts";
import {
  type DraftRequest,
  type ReceivedResponse,
  type SentRequest,
  sendRequest,
  serializeRequest,
} from "./request.ts";

import { makeVariation } from "./variations.ts";

export interface FuzzRun {
  server: TestServer;
  foreign: VictimCompany;
  seed: string;
  requestsPerRoute: number;
}

export interface FuzzFinding {
  requests: number;
  succeeded: number;
  problems: string[];
  /** What must stand in no log. */
  secrets: string[];
}

type Actor = { name: string; cookie: string | undefined };

const actorsFor = ({ route }: RouteCase, { roles, admin }: FuzzAccounts): { may: Actor; others: Actor[] } => {
  const main = ROLES.map((role) => ({ name: role, cookie: roles[role].cookie }));
  const panel = { name: "admin panel", cookie: admin.cookie };
  const nobody = { name: "nobody", cookie: undefined };
  if (route.access.side === "admin") return { may: panel, others: [nobody, ...main] };
  const may = main.find(({ name }) => name === allowedRole(route)) ?? nobody;
  return { may, others: [nobody, panel, ...main] };
};

const prepare = async (
  routeCase: RouteCase,
  { server }: FuzzRun,
  company: MadeCompany,
  crew: FuzzAccounts,
): Promise<DraftRequest> => {
  const isAdmin = routeCase.route.access.side === "admin";
  const client = server.client();
  const { user } = isAdmin ? crew.admin : crew.roles[allowedRole(routeCase.route)];
  const caller = { server, client, company, user };
  const { params, query, body, contentType, bearer } = await prepareCall(routeCase, caller);
  const headers: Record<string, string> = bearer ? { authorization: `Bearer ${bearer}` } : {};
  return { params, query: Object.entries(query), body, rawBody: undefined, contentType, headers };
};

const SECRET_FIELD = /token|password|challenge|secret|apikey/i;

const secretsIn = (draft: DraftRequest): string[] =>
  Object.entries({ ...draft.params, ...(draft.body instanceof Uint8Array ? {} : Object(draft.body)) })
    .filter(([name, value]) => SECRET_FIELD.test(name) && typeof value === "string" && value.length >= 8)
    .map(([, value]) => String(value));

const describe = ({ method, path, headers, body }: SentRequest, who: string): string => {
  const { cookie: _cookie, "x-forwarded-for": _address, ...rest } = headers;
  return `${method} ${path.slice(0, 300)} as ${who} ${JSON.stringify(rest)} ${body?.toString().slice(0, 400) ?? ""}`;
};

/** The mark is never sent, so wherever it stands in an answer it came from the other company. */
const leaks = ({ route }: RouteCase, { text, headers }: ReceivedResponse, { mark }: VictimCompany): string[] =>
  route.access.side !== "admin" && `${text}${JSON.stringify(headers)}`.includes(mark)
    ? ["shows what another company has"]
    : [];

/** The admin panel may change every company, so it is given nothing of the other one. */
const outsideOf = ({ route }: RouteCase, { foreign }: FuzzRun, own: MadeCompany) =>
  route.access.side === "admin"
    ? { foreignCompany: own.id, foreignIds: {} }
    : { foreignCompany: foreign.id, foreignIds: foreign.ids };

/** Calls one route in many ways. */
export const visit = async (routeCase: RouteCase, walk: FuzzRun): Promise<FuzzFinding> => {
  const dice = new SeededRandom(`${walk.seed} ${routeCase.name}`);
  const company = await createFilledCompany(walk.server);
  const crew = await signInAccounts(walk.server, company);
  const draft = await prepare(routeCase, walk, company, crew);
  const { may, others } = actorsFor(routeCase, crew);
  const means = { routeCase, dice, ...outsideOf(routeCase, walk, company) };
  const secrets = [...Object.values(crew.roles), crew.admin].map(({ token }) => token);
  const found: FuzzFinding = { requests: 0, succeeded: 0, problems: [], secrets: [...secrets, ...secretsIn(draft)] };
  for (let nth = 0; nth < walk.requestsPerRoute; nth++) {
    const actor = nth === 0 || dice.happens(0.75) ? may : (dice.oneOf(others) ?? may);
    const varied = nth === 0 ? draft : makeVariation(draft, means);
    const address = `198.51.${dice.between(0, 255)}.${dice.between(1, 254)}`;
    const own = { "x-forwarded-for": address, ...(actor.cookie ? { cookie: actor.cookie } : {}) };
    const sent = serializeRequest(routeCase, { ...varied, headers: { ...own, ...varied.headers } });
    const received = await sendRequest(walk.server.url, sent);
    found.requests++;
    if (received.status < 300) found.succeeded++;
    const problems = [...problemsOf(routeCase, received), ...leaks(routeCase, received, walk.foreign)];
    found.problems.push(...problems.map((problem) => `${routeCase.name} ${problem}\n  ${describe(sent, actor.name)}`));
  }
  return found;
};
