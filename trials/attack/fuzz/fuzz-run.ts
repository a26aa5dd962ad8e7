import { ROLES } from "#contract/roles.ts";
import type { MadeCompany } from "#testing/account-factories.ts";
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
  victim: VictimCompany;
  seed: string;
  requestsPerRoute: number;
}

export interface FuzzFinding {
  requests: number;
  succeeded: number;
  problems: string[];
  /** Values that no log may contain. */
  secrets: string[];
}

type Actor = { name: string; cookie: string | undefined };

const actorsFor = ({ route }: RouteCase, { roles, admin }: FuzzAccounts): { allowed: Actor; others: Actor[] } => {
  const main = ROLES.map((role) => ({ name: role, cookie: roles[role].cookie }));
  const panel = { name: "admin panel", cookie: admin.cookie };
  const anonymous = { name: "anonymous", cookie: undefined };
  if (route.access.session === "admin") return { allowed: panel, others: [anonymous, ...main] };
  const allowed = main.find(({ name }) => name === allowedRole(route)) ?? anonymous;
  return { allowed, others: [anonymous, panel, ...main] };
};

const prepare = async (
  routeCase: RouteCase,
  { server }: FuzzRun,
  company: MadeCompany,
  accounts: FuzzAccounts,
): Promise<DraftRequest> => {
  const isAdmin = routeCase.route.access.session === "admin";
  const client = server.client();
  const { user } = isAdmin ? accounts.admin : accounts.roles[allowedRole(routeCase.route)];
  const caller = { server, client, company, user };
  const { params, query, body, contentType, bearer, headers: exampleHeaders } = await prepareCall(routeCase, caller);
  const headers = { ...exampleHeaders, ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) };
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

/** No request contains the marker, so a response with it shows data of the other company. */
const leaks = ({ route }: RouteCase, { text, headers }: ReceivedResponse, { marker }: VictimCompany): string[] =>
  route.access.session !== "admin" && `${text}${JSON.stringify(headers)}`.includes(marker)
    ? ["response contains data of another company"]
    : [];

/** The admin panel may change every company, so its requests get no ids of the victim. */
const victimIdsFor = ({ route }: RouteCase, { victim }: FuzzRun, own: MadeCompany) =>
  route.access.session === "admin"
    ? { victimCompanyId: own.id, victimIds: {} }
    : { victimCompanyId: victim.id, victimIds: victim.ids };

/** Sends variations of a valid request to one route and collects the problems. */
export const fuzzRoute = async (routeCase: RouteCase, run: FuzzRun): Promise<FuzzFinding> => {
  const random = new SeededRandom(`${run.seed} ${routeCase.name}`);
  const company = await createFilledCompany(run.server);
  const accounts = await signInAccounts(run.server, company);
  const draft = await prepare(routeCase, run, company, accounts);
  const { allowed, others } = actorsFor(routeCase, accounts);
  const deps = { routeCase, random, ...victimIdsFor(routeCase, run, company) };
  const secrets = [...Object.values(accounts.roles), accounts.admin].map(({ token }) => token);
  const finding: FuzzFinding = { requests: 0, succeeded: 0, problems: [], secrets: [...secrets, ...secretsIn(draft)] };
  for (let index = 0; index < run.requestsPerRoute; index++) {
    const actor = index === 0 || random.chance(0.75) ? allowed : (random.oneOf(others) ?? allowed);
    const varied = index === 0 ? draft : makeVariation(draft, deps);
    const address = `198.51.${random.between(0, 255)}.${random.between(1, 254)}`;
    const own = { "x-forwarded-for": address, ...(actor.cookie ? { cookie: actor.cookie } : {}) };
    const sent = serializeRequest(routeCase, { ...varied, headers: { ...own, ...varied.headers } });
    const received = await sendRequest(run.server.url, sent);
    finding.requests++;
    if (received.status < 300) finding.succeeded++;
    const problems = [...problemsOf(routeCase, received), ...leaks(routeCase, received, run.victim)];
    finding.problems.push(
      ...problems.map((problem) => `${routeCase.name} ${problem}\n  ${describe(sent, actor.name)}`),
    );
  }
  return finding;
};
