import { makeToken } from "../airtable/access/tokens.ts";
import { Base } from "../airtable/model/base.ts";
import { layOutBase } from "../airtable/model/lay-out-base.ts";
import type { Seed } from "../airtable/workspace.ts";
import { DEMO_BASES } from "../demo-bases.ts";
import { DEMO_COMPANIES } from "./company.ts";
import { fillBase } from "./fill-base.ts";
import { createRandom } from "./random.ts";

/** The bases of the demo companies as they are found at the first start. */
export const seedDemo: Seed = (now) => ({
  bases: new Map(DEMO_BASES.map(({ baseId, company }) => [baseId, () => makeBase(baseId, company, now)])),
  tokens: DEMO_BASES.map(({ baseId, token }) => makeToken([baseId], token)),
});

function makeBase(baseId: string, company: string, now: number): Base {
  const random = createRandom(baseId);
  const base = new Base(baseId, company, now);
  layOutBase(base, "scored", random.below);
  const content = DEMO_COMPANIES[company];
  if (content) fillBase(base, content, random, now);
  return base;
}
