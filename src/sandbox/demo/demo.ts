import { makeToken } from "../airtable/access/tokens.ts";
import { Base } from "../airtable/model/base.ts";
import { layOutBase } from "../airtable/model/lay-out-base.ts";
import type { Seed } from "../airtable/workspace.ts";
import { DEMO_BASES } from "../demo-bases.ts";
import { createRandom } from "./random.ts";

/** The bases of the demo companies as they are found at the first start. */
export const seedDemo: Seed = (now) => ({
  bases: DEMO_BASES.map(({ baseId, company }) => {
    const random = createRandom(baseId);
    const base = new Base(baseId, company, now);
    layOutBase(base, "scored", random.below);
    return base;
  }),
  tokens: DEMO_BASES.map(({ baseId, token }) => makeToken([baseId], token)),
});
