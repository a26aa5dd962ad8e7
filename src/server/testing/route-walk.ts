import { z } from "zod";
import type { Role } from "#contract/roles.ts";
import type { Route, RouteTable } from "#contract/route.ts";
import { type Caller, type Entry, THINGS, type Thing } from "./route-entries.ts";
import type { TestAnswer, TestClient } from "./test-client.ts";

/** A route with its name and how it is called. */
export interface Stop {
  name: string;
  route: Route;
  entry: Entry;
}

type Tables = Readonly<Record<string, RouteTable>>;
type EntryTables = Readonly<Record<string, Readonly<Record<string, Entry>>>>;

/** The whole table in a row, and the names of the routes nobody has said how to call. */
export const layOut = (tables: Tables, entries: EntryTables): { stops: Stop[]; missing: string[] } => {
  const stops: Stop[] = [];
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
export interface ReadyCall {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  contentType: string | undefined;
  bearer: string | undefined;
}

const makeAll = async (ids: Record<string, Thing> = {}, owner: Caller): Promise<Record<string, string>> => {
  const made = await Promise.all(
    Object.entries(ids).map(async ([name, thing]) => [name, await THINGS[thing].make(owner)] as const),
  );
  return Object.fromEntries(made);
};

/** A call that would succeed for `caller`; the things it names are the owner's. */
export const makeReady = async ({ entry }: Stop, owner: Caller, caller = owner): Promise<ReadyCall> => {
  const rest = (await entry.call?.(owner, caller)) ?? {};
  return {
    params: { ...rest.params, ...(await makeAll(entry.ids, owner)) },
    query: { ...rest.query, ...(await makeAll(entry.queryIds, owner)) },
    body: rest.body,
    contentType: rest.contentType,
    bearer: rest.bearer,
  };
};

/** The same call with one of its ids at a time replaced by another. */
export const withOtherIds = async (
  { entry }: Stop,
  call: ReadyCall,
  idOf: (thing: Thing) => Promise<string> | string,
): Promise<ReadyCall[]> => {
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

export const sendCall = ({ route }: Stop, call: ReadyCall, client: TestClient): Promise<TestAnswer> => {
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
