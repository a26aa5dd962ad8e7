import type { Role } from "#contract/roles.ts";
import type { Db } from "./db.ts";

/** Who makes the request or change: a user, an API key or the product itself, as the audit log names it. */
export interface Actor {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Of an API key: its company, whose keys share the limits of one user. */
  readonly limitedAs?: string;
}

/** Inside one company. Every query of the workspace takes this first, so none can be written without a company. */
export interface Scope {
  readonly db: Db;
  readonly companyId: string;
  readonly actor: Actor;
}

/** Across companies: identity and the admin panel. */
export interface PlatformScope {
  readonly db: Db;
}

/** A platform admin without a company works in this one: no company has this id, so the workspace is empty. */
export const NO_COMPANY = "00000000-0000-0000-0000-000000000000";

/** The inner scope shadows the outer one, so that nobody writes outside the transaction by accident. */
export const transaction = <S extends PlatformScope, T>(scope: S, work: (scope: S) => Promise<T>): Promise<T> =>
  scope.db.transaction((db) => work({ ...scope, db }));

/** A transaction followed by a read of the committed data, in the round trip of the commit. */
export const transactionThenRead = <S extends PlatformScope, Done, T>(
  scope: S,
  work: (scope: S) => Promise<Done>,
  read: (scope: S, done: Done) => Promise<T>,
): Promise<T> =>
  scope.db.transactionThenRead(
    (db) => work({ ...scope, db }),
    (db, done) => read({ ...scope, db }, done),
  );
