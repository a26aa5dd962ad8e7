import type { FeatureName, routes } from "#contract/routes.ts";
import type { Caller } from "./caller.ts";
import type { EntityName } from "./entities.ts";

/** The parts of a call other than its ids. */
export interface ExampleCall {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  contentType?: string;
  bearer?: string | undefined;
  headers?: Record<string, string>;
}

/** How to call a route so that it succeeds, and which of its values are ids of entities of a company. */
export interface RouteExample {
  /** Ids in the path. */
  ids?: Record<string, EntityName>;
  /** Ids in the query. */
  queryIds?: Record<string, EntityName>;
  /** `owner` owns the entities of the call; `caller` sends it. */
  call?(owner: Caller, caller: Caller): ExampleCall | Promise<ExampleCall>;
}

/** One example for every route of these features. */
export type ExamplesOf<F extends FeatureName> = {
  readonly [Feature in F]: { readonly [Name in keyof (typeof routes)[Feature]]: RouteExample };
};
