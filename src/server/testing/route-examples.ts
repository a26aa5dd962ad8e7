import type { FeatureName } from "#contract/routes.ts";
import { ACCOUNT_EXAMPLES } from "./route-examples/account-examples.ts";
import { AIRTABLE_EXAMPLES } from "./route-examples/airtable-examples.ts";
import { LEAD_EXAMPLES } from "./route-examples/lead-examples.ts";
import { LINKEDIN_AND_WRITER_EXAMPLES } from "./route-examples/linkedin-and-writer-examples.ts";
import { MESSAGE_EXAMPLES } from "./route-examples/message-examples.ts";
import type { ExamplesOf } from "./route-examples/route-example.ts";

/** One example for every route. A route without one does not compile, and fails every-route.test.ts. */
export const routeExamples: ExamplesOf<FeatureName> = {
  ...ACCOUNT_EXAMPLES,
  ...AIRTABLE_EXAMPLES,
  ...LEAD_EXAMPLES,
  ...LINKEDIN_AND_WRITER_EXAMPLES,
  ...MESSAGE_EXAMPLES,
};
