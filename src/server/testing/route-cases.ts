import { z } from "zod";
import type { Role } from "#contract/roles.ts";
import type { Route, RouteTable } from "#contract/route.ts";
import { type Caller, ENTITIES, type EntityName, type RouteExample } from "./route-examples.ts";
import type { TestAnswer, TestClient } from "./test-client.ts";

/** A route with its name and how it is called. */
export interface RouteCase {
  name: string;
  route: Route;
  entry: RouteExample;
}

type Tables = Readonly<Record<string, RouteTable>>;
type ExampleTables = Readonly<Record<string, Readonly<Record<string, RouteExample>>>>;

/** The whole table in a row, and the names of the routes nobody has said how to call. */
export const listRouteCases = (tables: Tables, entries: ExampleTables): { stops: RouteCase[]; missing: string[] } => {
  const stops: RouteCase[] = [];
  const missing: string[] = [];
  for (const [feature, table] of Object.entries(tables)) {
    for (const [key, route] of Object.entries(table)) {
      const name = `${feature}.${key}`;
      const entry = entries[feature]?.[key];
      if (entry) stops.push({ name, route, entry });
      else missing.push(name);
    }
  }
  return { stops, missing };
};

/** A call made ready, so that sending it is all that is left. */
export interface PreparedCall {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  contentType: string | undefined;
  bearer: string | undefined;
}

const makeEntities = async (ids: Record<string, EntityName> = {}, owner: Caller): Promise<Record<string, string>> => {
  const made = await Promise.all(
    Object.entries(ids).map(async ([name, thing]) => [name, await ENTITIES[thing].make(owner)] as const),
  );
  return Object.fromEntries(made);
};

/** A call that would succeed for `caller`; the things it names are the owner's. */
export const prepareCall = async ({ entry }: RouteCase, owner: Caller, caller = owner): Promise<PreparedCall> => {
  const rest = (await entry.call?.(owner, caller)) ?? {};
  return {
    params: { ...rest.params, ...(await makeEntities(entry.ids, owner)) },
    query: { ...rest.query, ...(await makeEntities(entry.queryIds, owner)) },
    body: rest.body,
    contentType: rest.contentType,
    bearer: rest.bearer,
  };
};

/** The same call with one of its ids at a time replaced by another. */
export const withOtherIds = async (
  { entry }: RouteCase,
  call: PreparedCall,
  idOf: (thing: EntityName) => Promise<string> | string,
): Promise<PreparedCall[]> => {
  const inPath = Object.entries(entry.ids ?? {}).map(async ([name, thing]) => ({
    ...call,
    params: { ...call.params, [name]: await idOf(thing) },
  }));
  const inQuery = Object.entries(entry.queryIds ?? {}).map(async ([name, thing]) => ({
    ...call,
    query: { ...call.query, [name]: await idOf(thing) },
  }));
  return Promise.all([...inPath, ...inQuery]);
};

export const sendCall = ({ route }: RouteCase, call: PreparedCall, client: TestClient): Promise<TestAnswer> => {
  const path = route.path.replace(/\{\*?(\w+)\}/g, (_whole, name: string) => call.params[name] ?? "");
  const query = new URLSearchParams(call.query).toString();
  const headers = {
    ...(call.contentType ? { "content-type": call.contentType } : {}),
    ...(call.bearer ? { authorization: `Bearer ${call.bearer}` } : {}),
  };
  return client.request(route.method, query ? `${path}?${query}` : path, call.body, headers);
};

/** A role that may call the route, for a session that is to succeed. */
export const allowedRole = ({ access }: Route): Role => {
  if (access.side !== "main") return "super_admin";
  return access.roles.includes("company_admin") ? "company_admin" : (access.roles[0] ?? "user");
};

/** The fields a form knows. */
export const fieldsOf = (schema: z.ZodType): string[] =>
  Object.keys(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }).properties ?? {});
