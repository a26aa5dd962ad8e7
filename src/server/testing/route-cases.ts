import { z } from "zod";
import type { Role } from "#contract/roles.ts";
import type { Route, RouteTable } from "#contract/route.ts";
import type { Caller } from "./route-examples/caller.ts";
import { ENTITIES, type EntityName } from "./route-examples/entities.ts";
import type { RouteExample } from "./route-examples/route-example.ts";
import type { TestClient, TestResponse } from "./test-client.ts";

/** A route with its name and an example of a call. */
export interface RouteCase {
  name: string;
  route: Route;
  example: RouteExample;
}

type Tables = Readonly<Record<string, RouteTable>>;
type ExampleTables = Readonly<Record<string, Readonly<Record<string, RouteExample>>>>;

/** All routes with their examples, and the names of the routes without one. */
export const listRouteCases = (
  tables: Tables,
  examples: ExampleTables,
): { routeCases: RouteCase[]; missing: string[] } => {
  const routeCases: RouteCase[] = [];
  const missing: string[] = [];
  for (const [feature, table] of Object.entries(tables)) {
    for (const [key, route] of Object.entries(table)) {
      const name = `${feature}.${key}`;
      const example = examples[feature]?.[key];
      if (example) routeCases.push({ name, route, example });
      else missing.push(name);
    }
  }
  return { routeCases, missing };
};

/** A call whose entities exist, ready to be sent. */
export interface PreparedCall {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  contentType: string | undefined;
  bearer: string | undefined;
  headers: Record<string, string>;
}

const makeEntities = async (ids: Record<string, EntityName> = {}, owner: Caller): Promise<Record<string, string>> => {
  const made = await Promise.all(
    Object.entries(ids).map(async ([name, entity]) => [name, await ENTITIES[entity].make(owner)] as const),
  );
  return Object.fromEntries(made);
};

/** A call that would succeed for `caller`; the entities it refers to belong to the owner. */
export const prepareCall = async ({ example }: RouteCase, owner: Caller, caller = owner): Promise<PreparedCall> => {
  const rest = (await example.call?.(owner, caller)) ?? {};
  return {
    params: { ...rest.params, ...(await makeEntities(example.ids, owner)) },
    query: { ...rest.query, ...(await makeEntities(example.queryIds, owner)) },
    body: rest.body,
    contentType: rest.contentType,
    bearer: rest.bearer,
    headers: rest.headers ?? {},
  };
};

/** A call of the caller's own entities, whose body and query name entities of another company. */
export const prepareMixedCall = async (
  { example }: RouteCase,
  caller: Caller,
  other: Caller,
): Promise<PreparedCall> => {
  const { params, query, body, contentType, bearer, headers } = (await example.call?.(other, caller)) ?? {};
  return {
    params: { ...params, ...(await makeEntities(example.ids, caller)) },
    query: { ...query, ...(await makeEntities(example.queryIds, caller)) },
    body,
    contentType,
    bearer,
    headers: headers ?? {},
  };
};

/** The same call once per id, with that id replaced. */
export const withOtherIds = async (
  { example }: RouteCase,
  call: PreparedCall,
  idOf: (entity: EntityName) => Promise<string> | string,
): Promise<PreparedCall[]> => {
  const inPath = Object.entries(example.ids ?? {}).map(async ([name, entity]) => ({
    ...call,
    params: { ...call.params, [name]: await idOf(entity) },
  }));
  const inQuery = Object.entries(example.queryIds ?? {}).map(async ([name, entity]) => ({
    ...call,
    query: { ...call.query, [name]: await idOf(entity) },
  }));
  return Promise.all([...inPath, ...inQuery]);
};

export const sendCall = (
  { route }: RouteCase,
  call: PreparedCall,
  client: TestClient,
  moreHeaders: Record<string, string> = {},
): Promise<TestResponse> => {
  const path = route.path.replace(/\{\*?(\w+)\}/g, (_whole, name: string) => call.params[name] ?? "");
  const query = new URLSearchParams(call.query).toString();
  const headers = {
    ...(call.contentType ? { "content-type": call.contentType } : {}),
    ...(call.bearer ? { authorization: `Bearer ${call.bearer}` } : {}),
    ...call.headers,
    ...moreHeaders,
  };
  return client.request(route.method, query ? `${path}?${query}` : path, call.body, headers);
};

/** A role that may call the route. */
export const allowedRole = ({ access }: Route): Role => {
  if (access.session !== "main") return "super_admin";
  return access.roles.includes("company_admin") ? "company_admin" : (access.roles[0] ?? "user");
};

/** The fields of a body schema. */
export const fieldsOf = (schema: z.ZodType): string[] =>
  Object.keys(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }).properties ?? {});
