import { afterAll, beforeAll } from "vitest";
import type { Database } from "#platform/database/database.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";
import { openTestDatabase } from "./test-server.ts";

type SharedTestDatabase = Pick<Database, "tenant" | "platform"> & Readonly<Pick<TestDatabase, "url" | "query">>;

/** A database for the tests of one file, created before the first test and dropped after the last. */
export const setUpTestDatabase = (): SharedTestDatabase => {
  let testDatabase: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = openTestDatabase(testDatabase.url);
  });
  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
  });
  return {
    tenant: (companyId) => database.tenant(companyId),
    get platform() {
      return database.platform;
    },
    query: (text, values) => testDatabase.query(text, values),
    get url() {
      return testDatabase.url;
    },
  };
};
