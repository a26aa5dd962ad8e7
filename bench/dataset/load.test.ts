import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase, inspectorUrl } from "#testing/test-database.ts";
import { isLoaded, withClient } from "./load.ts";

test("a dataset is loaded into an empty database only, not on top of an interrupted load or another dataset", async () => {
  const { url, query, drop } = await createTestDatabase();
  onTestFinished(drop);
  const isDatasetLoaded = () => withClient(inspectorUrl(url), (client) => isLoaded(client, "bench of 2 leads"));
  const label = (text: string) => query(`comment on database ${new URL(url).pathname.slice(1)} is '${text}'`);
  expect(await isDatasetLoaded()).toBe(false);
  await query("insert into companies (name, statistics_person) values ('Zuiderzee', 'Frank')");
  await expect(isDatasetLoaded()).rejects.toThrow("interrupted load");
  await label("bench of 1 leads");
  await expect(isDatasetLoaded()).rejects.toThrow('contains "bench of 1 leads"');
  await label("bench of 2 leads");
  expect(await isDatasetLoaded()).toBe(true);
});
